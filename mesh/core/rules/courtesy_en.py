"""Phrases of English (and its neighbours) that carry courtesy or content, by what they do; only data.

Phrases are separated by commas or line ends and matched word by word, the longest first.
"""

from __future__ import annotations

# What follows within the clause belongs to the courtesy: "thanks for fixing the import".
SWALLOW = """
thank, thanks, thank you, thank u, thankyou, thx, thanx, thnx, tnx, ty, tysm, tyvm, tks, thanks a bunch, thanks a ton, thanks heaps, thanks loads, thanks tons, thank-you, many thanks
thanks a lot, thanks a million, thanks so much, thank you so much, thank you very much, thanks again, big thanks
cheers, much obliged, obliged, much appreciated, appreciate, appreciated, appreciation, grateful, gratitude, kudos, props, shout-out
congrats, congratulations, congratulation, congratulating, well done, hats off, bravo, well deserved
good job, great job, nice job, awesome job, amazing job, nice work, great work, good work, amazing work
excellent work, fantastic work, brilliant work, solid work, lovely work, impressive work, superb work, fine work
teamwork, team work, team effort, welcome, you're welcome, you are welcome, youre welcome, ur welcome
you're most welcome, you're very welcome, most welcome, very welcome, yw, np, nw, no prob, no probs, no problem
no problem at all, not a problem, no worries, no worries at all, no trouble, no trouble at all, no biggie
no big deal, no sweat, my pleasure, pleasure, pleasure is mine, the pleasure is all mine, anytime, any time
don't mention it, dont mention it, not at all, don't worry, dont worry, don't worry about it, glad, gladly
happy to help, happy to be of help, happy to hear, happy to see, happy to have, happy to assist, happy to know
happy that, happy for you, so happy, very happy, really happy, over the moon, delighted, thrilled
honoured, honored, an honour, an honor, honour, honor, a privilege, privilege, so proud, very proud, proud of you
proud of us, proud of the team, sorry for, sorry about, sorry again, so sorry, apologies for, apologies again
apologise again, apologize again, i apologise, i apologize, my apologies, deepest apologies, sincere apologies
have a nice, have a good, have a great, have a lovely, have a wonderful, have a pleasant, have a productive
have a fantastic, have a restful, have a relaxing, have a safe, have a blessed, have a beautiful, have fun
have a good one, enjoy, enjoy your, happy birthday, happy new year, happy holidays, happy friday, happy weekend
happy anniversary, merry christmas, season's greetings, good luck, best of luck, best wishes, best regards
warm regards, kind regards, regards, sincerely, yours truly, warmly, take care, good night, goodnight, sleep well
rest well, get some rest, sweet dreams, good morning, good evening, good afternoon, good day, g'day, see you
see ya, see you soon, see you later, see you around, cya, talk soon, talk to you, talk later, speak soon
catch you later, ttyl, bye, bye bye, bye-bye, byebye, goodbye, good bye, farewell, so long, until next time
till next time, looking forward, look forward, can't wait, cannot wait, let me know if you need
let me know if you have, let me know if there's, let me know if there is, let me know if anything
let me know if i can, let me know how i can, let me know whenever, just let me know, feel free to reach out
feel free to ping, feel free to ask, feel free to contact, feel free to let me know, don't hesitate
do not hesitate, please don't hesitate, please do not hesitate, here if you need, here whenever you need
here to help, i'm here if, always here, i'll be here, always happy, at your service, at your disposal
if you need anything, if you need anything else, if there's anything else, if there is anything else
if anything comes up, if anything else comes up, should you need, reach out anytime, ping me anytime
hope you, hope this helps, hope that helps, hope it helps, hope all is well, hope all goes well, hope it goes well
wish you, wishing you, all the best, couldn't have done, could not have done, couldn't have asked
could not have asked, can't thank, cannot thank, couldn't have made, without you, without your, without your help
means a lot, means so much, means the world, it means, made my day, make my day, made my week, saved my day
you're the best, you are the best, you rock, you guys rock, you're a star, you're a legend, you're a hero
you're a lifesaver, you're a life saver, you're amazing, you're awesome, you are amazing, you are awesome
you're a gem, you're an angel, you're so kind, you're too kind, you are too kind, too kind, so kind, very kind
far too kind, kind of you, kind words, sweet of you, nice of you, good of you, bless you, god bless
keep up the good work, keep up the great work, keep it up, keep on rocking, go team, well said, well put
great minds, what a team, what a relief, what a joy, what a day, what a pleasure, what a journey, what a ride
what a delight, i owe you, owe you one, drinks on me, beers on me, beer on me, coffee's on me, coffee on me
it was a pleasure, it's been a pleasure, it has been a pleasure, a pleasure working, pleasure working with you
great working with you, nice working with you, lovely working with you, good working with you
always a pleasure, as always, love working, enjoyed working, right back at you, back at you, back at ya
gracias, muchas gracias, de nada, merci, merci beaucoup, de rien, danke, danke schön, vielen dank, bitte, gern
gern geschehen, obrigado, obrigada, grazie, grazie mille, prego, arigato, arigatou, xiexie, xie xie, spasibo
спасибо, пожалуйста, tack, dziękuję, terima kasih
"""

# The whole clause is feeling, if nothing in it is hard fact.
FEELING = """
amazing, awesome, wonderful, fantastic, brilliant, lovely, superb, fabulous, terrific, marvellous, marvelous
incredible, outstanding, gorgeous, stunning, impressive, beautiful, splendid, phenomenal, magnificent, stellar
delightful, heartwarming, inspiring, inspiration, inspired, touched, moved me, speechless, blown away, blows my mind
dreamed, dreamt, dream come true, joy, joyful, bliss, blessed, lucky, fortunate, heart, from the heart, heartfelt
lifesaver, life saver, life-saver, legend, hero, heroes, rockstar, rock star, superstar, angel, wizard, genius
magic, miracle, don't know what to say, lost for words, beyond words, beyond anything, exceeded my expectations
exceeds expectations, made us smile, makes me smile, smiling, grinning, in tears, tears of joy, so good, so great
so nice, so cool, so cute, so sweet, so glad, love it, love this, love that, i love, we love, loved it, adore
fun, what fun, good times, great team, best team, dream team, wonderful team, such a team, great stuff
good stuff, nice stuff, top notch, first class, world class, nailed it, you nailed it, crushed it, killed it
knocked it out of the park, out of the park, chef's kiss, hugs, big hug, xoxo, love you, miss you, cherish
relief, relieved, useful, helpful, handy, smart, clever, pleased, understanding, grand, charming, champion, champ
magician, magicians, gem, treasure, brilliance, elegance, elegant, grace, graceful, graciousness, gracious
talent, talented, expertise, dedication, devotion
diligence, diligent, crisp, polished, neatly, seamless
effortless, swift, swiftness, speedy
trustworthy, wise, wisdom, insight, insightful, eloquent, witty, funny, hilarious, humour, humor
laugh, laughing, laughed, giggle, chuckle, smile, smiles, happy, happiness, happier, happiest, cheerful, merry, jolly
pleasures, enjoyment, enjoyable, enjoyed, exciting, excited, excitement, thrill, wow factor, dazzling, sparkling
shine, shining, glow, glowing, radiant, sunny, sunshine, rainbow, heaven, heavenly, divine, angelic, godsend
blessing, blessings, prayer, prayers, thankful, thankfulness, indebted, debt of gratitude, humbled, humbling, humble
flattered, flattery, flattering, compliment, compliments, praise, praised, admire, admiration, admirable, respect
salute, ovation, applause, applaud, clap, cheer, cheering, celebrate, celebrating, celebration, champagne
victory, triumph, prosper, prosperity, prosperous, flourish, thrive, luck, luckily
friendship, friendly, friendliness, comrade, companionship, love, loves, loving, lovable, beloved, dearest
sweetheart, sweetest, kindest, nicest, finest, greatest, loveliest, warmest, coolest, fabulously, wonderfully
beautifully, perfectly, superbly, splendidly, marvellously, brilliantly, amazingly, gorgeously, fantastically
perfection, masterpiece, masterful, masterclass, work of art, artistry, poetry, poetic, music to my ears, magical
miraculous, unbelievable, remarkable, extraordinary, exceptional, exemplary, unmatched, second to none, unforgettable
memorable, priceless, precious, invaluable, worth it, worthwhile, rewarding, satisfying
satisfaction, comforting, comfy, cosy, cozy, peaceful, peace of mind, soothing, refreshing
refreshed, encouraging, encouragement, encouraged, supportive, uplifting, motivating, motivated
enthusiasm, enthusiastic, eager, hopeful, optimism, optimistic, proud, pride, honourable, noble, dignity, glory
glorious, majestic, mighty, fierce, goat, goated, slay, legendary, iconic, goddess
wizardry, sorcery, maestro, virtuoso, whiz, mvp, saviour, savior, saint
adorable, cute, cutie, yummy, delicious, tasty, mouthwatering, scrumptious, goosebumps, chills, cry, crying, tears
miss, missed, missing you, nostalgia, memories, adventure, journey, ride, farewell, goodbyes, emotional, sentimental
best of us, mood, vibes, vibe, soul, dreams, dream, wish, wishes, hopes, pleasant, generous, generosity, thoughtful, kindness, your support, for the support, hospitality
great idea, good idea, great point, good point, great question, great news, good news, great to hear, good to hear
nice to hear, lovely to hear, good to know, great to know, great to see, good to see, nice to see, great to have
nice to meet, great to meet, pleased to meet, nice one, good one, good call, great call, good catch, great catch
nice catch, great collaboration, smooth collaboration, wonderful collaboration, effective collaboration
collaborating with you, working with you, best colleague, fine work, honest, being honest, honesty, value our, value your, value you, valued, collaboration
collaborations, collaborate, collaborating, collaborative, collaborator, collaborators, cooperation, cooperative
responsiveness, capable, mutual, the feeling is mutual, reciprocated, sentiment, sentiments, echo your, instrumental
made all the difference, makes all the difference, made a difference, makes a difference, difference maker
at its best, at its finest, in touch, keep in touch, stay in touch, future endeavours, future endeavors, endeavours
endeavors, cross paths, paths cross, more to come, onward, onwards and upwards, here's to, cheers to, raise a glass
high five, fist bump, pat on the back, take a bow, standing ovation, round of applause, deeply, immensely
tremendously, enormously, immense, tremendous, incredibly kind, express, words cannot, no words, words fail me
rewarding to work, work alongside, alongside you, work with you, work with such, working together, work together
worked together, together, togetherness, community, family, my family, everyone loved, everybody loved, a hit, big hit
smashing, swell, stoked, pumped, psyched, hyped, chuffed, over the top, a dream, living the dream, feeling great
feels great, feels good, feel good, felt good, feel so, felt so, feeling so, made it all, worth every, every minute
every bit, every moment, every second of it, best ever, the best, simply the best, best thing, the sweetest, the kindest
the nicest, the coolest, love u, luv, luv u, luv it, loving it, lovin it, yas, yaas, yess, hell yeah, heck yeah
hell yes, oh yeah, oh yes, woop, woop woop, whoop, cheery, with pleasure, pleasure as always, as promised, such a treat
a treat, treat, what a treat, what a result, what a win, what a game, what a night, what a week, what a performance
big win, win for everyone, win win, team spirit, can't believe it, cannot believe it, couldn't be happier
could not be happier, couldn't be prouder, couldn't be better, couldn't think of anyone better, never better
never doubted you, no doubt about it, knew you could, knew you'd, believe in you, believed in us, count on you
counting on you, rely on you, lean on, got my back, have my back, got your back, had our backs, i can't even
i can't, can't even, i'm dead, dying, crying, lmk, cracking me up, crack me up, you crack me up, too funny, so funny
too good, too much, you're too much, stop it, making me laugh, made me laugh, needed that, good laugh, best news
credit, deserve, deserves, deserved, you deserve, deserve it, earned it, you earned it, well earned, bow, bows
respectfully, esteem, esteemed, cordially, cordial, courtesy, courteous, polite, pleasantries, goodwill, harmony
blessings to, prayers for, thoughts and prayers, thinking of you, condolences, sympathy, sympathies, sorry to hear
sorry for your loss, get well, speedy recovery, fingers crossed, knock on wood, touch wood, break a leg, godspeed
happy to be, happy to work, happy to serve, happy to oblige, happy you, happy it, happy we, happy i, happy about
glad you, glad it, glad we, glad i, glad that, glad to, pleased to, pleased that, pleased with, excited to
excited about, excited for, honoured to, honored to, thrilled to, thrilled that, grateful to, grateful for
"""

# Receipts, agreement, greetings, laughter and signs of life: nothing of their own, the rest is looked at.
EMPTY = """
ok, okay, okey, okie, okie dokie, okey dokey, okidoki, oki, k, kk, okk, alright, all right, alrighty
right on, righto, sure, sure thing, of course, certainly, absolutely, definitely, totally
yea, ya, yah, aye, aye aye, uh huh, mhm, mm, mmm, got it, got that, got you
gotcha, got this, all got, understood, understand, noted, duly noted, well noted, noted with thanks, roger
roger that, copy, copy that, 10-4, ten-four, wilco, ack, ack'd, acked, acks, acknowledged, acknowledge
acknowledging, acknowledgement, acknowledgment, received, receipt, receipt confirmed, confirmed receipt
message received, loud and clear, will do, can do, on it, i'm on it, works for me, sounds good, sounds great
sounds fine, sounds like a plan, sounds perfect, looks good, looks great, looks good to me, fine by me
fine with me, fine, good, great, nice, cool, neat, sweet, perfect, excellent, solid, dope, sick, epic, rad
makes sense, i see, fair enough, so true, very true
same here, me too, likewise, ditto, you too, you as well, same to you, and you, and to you, yours too, mine too
haha, hahaha, hahahaha, lol, rofl, lmao, hehe, heh, ha, hah, hihi, wow, whoa, woah, oh, ooh, oooh, ah, aah, aw, aww
awww, hmm, hm, um, uh, yay, yey, woohoo, woo hoo, hooray, hurray, hurrah, huzzah, phew, yum, tada, ta-da, ta
hi, hi there, hello, hello there, hey, hey there, heya, hiya, yo, howdy, greetings, morning, evening, how are you
how are you doing, how are you today, how's it going, how is it going, how do you do, what's up, sup, and you
how about you, doing well, doing great, doing good, i'm fine, i'm good, i'm well, i'm great, all is well
long time no see, been a while, how are things, how's life, how's everything, not bad, can't complain, busy as ever, same old
same old same old, same old story, my friend, chief, captain, cap, doc, doctor, professor, prof, coach, honey, darling, sweetie, dude, amigo, comrade, kiddo
isn't it, aren't they, isn't he, isn't she, wasn't it, don't you think, innit, right back, drive safely, drive safe
fly safe, get home safe, get well, get well soon, until next, until the next, till the next, to the next, same time
credit where credit is due, credit to you, all credit, credit goes, till next time, til next time, same to yours
as is yours, so are you, so is yours, yours as well, to you and yours, right back to you, and vice versa, vice versa
no mention, no thanks needed, none needed, nothing to thank me for, thank me later, all in a day's work, just doing my job
doing my job, just my job, part of the job, it's my job, it's nothing, it was nothing, that was nothing, was nothing
easy peasy, piece of cake, child's play, no bother, no hassle, no stress, no harm done, no offence, none taken
all yours, all good here, good here, same page, on the same page, we're good, we are good, you're good, i'm in agreement
hear hear, amen, preach, so be it, such is life, c'est la vie, que sera sera, fine then, very well, very good, very nice
pretty good, pretty cool, pretty nice, super cool, super nice, so so, ok then, okay then, alright then, right then
well then, there we are, that does it, that settles it, case closed, end of story, the end, fin, curtain, blush, blushing, making me blush, you flatter
fab, fabby, ace, grand, champion, dandy, peachy, jolly good, tops, spot on, bang on, on point, on the money
thanks a bunch, a bunch, happens, dear, dear all, team, everyone, everybody, guys, folks, mate, buddy, pal, bro, dude, friend, friends
my friend, sir, madam, ma'am, boss, colleague, colleagues, partner, sorry, my bad, oops, whoops, apologies, pardon
keep you posted, i'll keep you posted, will keep you posted, i'll let you know, will let you know
will keep that in mind, i'll keep that in mind, keep in mind, in the loop, anything else, is there anything else
anything else i can do, anything else i can help with, anything else you need, do you need anything else
can i help you with anything else, can i do anything else, what else can i do, how can i help
may i help you with anything else, help you
this concludes our conversation, concludes, conclude, end of conversation, conversation complete
conversation closed, signing off, over and out, closing the loop, loop closed
confirmation, confirming
i confirm, hereby, for your information, fyi, just fyi, for sure, no doubt, without a doubt, 100%, 100 percent
1000%, 110%, 10/10, five stars, no really, no seriously, really, seriously, until then, till then, until we meet again, till we meet again, meet again, stay well, stay safe, stay healthy
stay strong, stay cool, stay tuned, keep well, be well, safe travels, safe trip, safe journey, bon voyage, godspeed
as well, happens
it happens, these things happen, happens to all of us, you bet, you betcha, that's life, so it is
told you, i know right, i know, right back, that's the spirit, there you go, there we go, here we go, who knew
how nice, how lovely, how sweet, how kind, how wonderful, how cool, no way, get out, shut up, stop it you, oh stop
oh you, oh well, oh my, oh my god, omg, my god, my goodness, goodness, gosh, geez, jeez, yikes, dang, damn, holy moly
holy cow, bingo, boom, voila, voilà, ta da, yippee, hurrah, hip hip, woot, w00t, gg, ggwp, wp, pog, bravo, tea break
take it easy, easy, chill, no rush, no hurry, take your time, whenever you like, whenever you're ready, at your leisure
+100, +1000, x2, np at all, hold the line, holding the line
"""

# Signs of life, and that nothing has changed.
PING = """
no change, no changes, nothing changed, nothing has changed, without change, without any change, unchanged
not changed, hasn't changed, nothing new, nothing new to report, no news, no news yet, no new events
nothing new yet, no updates, no update, no new updates, no update yet, no updates yet, nothing yet, not yet done
not done yet, still not done, nothing to report, nothing to add, nothing more to add, nothing else to add
nothing else, nothing further, nothing more, nothing further to add, nothing further from me
nothing further from my side, nothing from my side, nothing here, no further action, no further action needed
no further action required, no further comments, no comments, no further questions, no action needed
no action required, no response needed, no reply needed, no need to reply, no need to thank, no need to thank me
no need to apologise, no need to apologize, that's all, that is all, that's it, that will be all, that'd be all
all set, all good, all fine, all quiet, all clear, all ok, all okay, all stable, all well, all systems go
everything ok, everything okay, everything fine, everything is fine, everything good, everything is good
everything normal, everything looks good, as expected, as usual, as before, same as before, the same as before
as above, same as above, see above, business as usual, stable, steady, holding, holding steady, nominal
still, still here, still waiting, still watching, still running, still monitoring, still going, still working
still working on it, still pending, still idle, still in progress, still on it, still at it, still the same
still nothing, still no change, still no changes, still no news, still no update, still open, still queued
waiting, watching, monitoring, observing, listening, polling, idle, idling, standing by, stand by, standby
on standby, stand ready, standing ready, ready when you are, ready for the next task, ready for more
ready to assist, awaiting, awaiting instructions, awaiting further instructions, awaiting orders
continuing, continues, continuing to monitor, continuing to watch, continue to wait, continuing to wait
keep waiting, keep watching, keeping watch, keep an eye on it, keeping an eye on it, keeping an eye, will keep watching
in progress, working on it, work in progress, wip, stay tuned, one moment, just a moment, a moment please
one sec, hang tight, ping, pong, alive, i'm alive, still alive, heartbeat, heartbeat ok
nothing unusual, nothing abnormal, nothing suspicious, nothing special, nothing noteworthy, nothing of note
no anomalies, no anomaly, no anomalies so far, no alerts, no alerts so far, no incidents, no errors so far, no events
nothing so far, none so far, so far, so far so good, still none, still zero, still empty, still quiet, still green
no movement, no activity, no progress, no progress yet, no response yet, no reply yet, no answer yet, no result yet
no results yet, checking again, will check again, i'll check again, check again later, will keep checking
keep observing, keep monitoring, keep waiting, keep polling, keep listening, keep trying, i'll keep watching
i'll keep waiting, continue observing, continue monitoring, continue watching, continue waiting, continuing to observe
"""

# Of these, what answers no question; all else may: "ok" to "may I merge?".
RECEIPT = """
got it, got that, got you, gotcha, got this, all got, understood, noted, duly noted, well noted, noted with thanks
roger, roger that, copy, copy that, 10-4, ten-four, wilco, ack, ack'd, acked, acks, acknowledged, acknowledge
acknowledging, acknowledgement, acknowledgment, received, receipt, receipt confirmed, confirmed receipt
message received, loud and clear, i see, haha, wow, whoa, woah, oh, ooh, ah, aah, aw, yay, hooray, hi, hi there
hello, hello there, hey, hey there, hiya, howdy, will do, on it, i'm on it, same to you, you too, me too, likewise
"""

# Signs that something said before is said again.
AGAIN = """
as mentioned, as i mentioned, as said, as i said, as stated, as noted, as noted above, as stated above
as mentioned above, as described, as discussed, as per my last message, as per my last, as already mentioned
again, once more, once again, one more time, for the record, in other words, put differently, to put it differently
to repeat, i repeat, repeat, repeating, repeating myself, to reiterate, reiterating, reiterate, i reiterate
to be clear, just to be clear, to clarify, just to clarify, just to confirm, to confirm, to summarise
to summarize, summarising, summarizing, in summary, summary, in short, to sum up, summing up, basically
essentially, that is, that is to say, i.e., ie, meaning, which means, to restate, restating, like i said
recap, to recap, quick recap, reminder, just a reminder, a reminder, gentle reminder, friendly reminder
just a note, please note, note that, note again, as a reminder, to remind you, long story short, so yes, so yeah
so in short, simply put, bottom line, the bottom line, overall, all in all, in conclusion, in essence, effectively
"""

# Assent decides something the first time; after that it is an echo.
ASSENT = """
agreed, confirmed, +1, seconded
"""

# Who has said one of these has agreed already.
AGREEMENT = """
yes, yep, yeah, yup, right, exactly, precisely, indeed, true, correct, agree, i agree, we agree, in agreement
"""

FILLER = """
all, man, over, out, this, word, facts, message, messages, conversation, exchange, status, update, help, assist, assistance
remain, remains, remaining, further, input, finally, anyway, anyways, top, time, super, same, fair, this thread, the conversation, this exchange, your message, my message
this message, the message, your reply, your response, your confirmation, further input, for further input, at last, see above, further help, further assistance, end of message
a, an, the, this, that, these, those, it, its, it's, i, i'm, im, i've, i'd, me, my, mine, myself, we, we're, we've
us, our, ours, you, u, you're, you've, you'll, your, yours, yourself, he, she, they, them, their, there, here, of, to
in, on, at, for, with, by, from, as, is, am, are, was, were, be, been, being, do, does, did, have, has, had, having
will, would, so, sooo, soo, very, really, too, just, now, then, also, both, and, or, if, well, much, many, more
most, lot, lots, bit, quite, such, some, any, which, who, whom, whose, what, when, how, than, i'll, we'll, it'll
that's, there's, here's, let, etc, yet, already, super, truly, honestly, sincerely, once, one, ones, thing, things
always, everything, something, anything, way, side, part, end, get, gets, got, let's say, indeed, even, because
say, saying, said, says, mean, point, yes, please, pls, plz, kindly, may, can, could, might, until, about, into, over
s, t, m, re, ve, ll, d, per, via, okay, o'clock, pm, am, p.m, a.m, px, mb, gb, kb, ms, mr, mrs, ms, dr
"""

# New facts whenever they come for the first time, whatever stands around them.
HARD = """
but, however, although, though, except, unless, instead, rather, wait, error, errors, fail, fails, failed
failing, failure, failures, broken, breaks, broke, bug, bugs, wrong, missing, blocked, blocker, stuck, crash
crashed, crashes, down, delay, delayed, denied, timeout, leak, conflict, conflicts, warning, risk, problem
problems, issue, issues, must, should, shall, let's, lets, make sure, remember, tomorrow, yesterday, monday
tuesday, wednesday, thursday, friday, saturday, sunday, january, february, april, june, july, august, september
october, november, december, noon, midnight, next week, next month, minutes, hours
"""

# New facts too, but feeling uses them as well: "I could not be happier".
SOFT = """
only, not, no, never, none, nothing, nobody, without, can't, cannot, cant, won't, wont, don't, dont, doesn't, didn't
isn't, aren't, wasn't, weren't, couldn't, shouldn't, wouldn't, hasn't, haven't, need, needs, want, wants, first
second, third, last, lost, today, tonight, week, weeks, month, months, march, may be
"""

# What somebody does or decides; in a story told with thanks it is no news.
ACT = """
merge, merging, merged, deploy, deploying, deployed, ship, shipping, shipped, push, pushed, pushing
released, releasing, stop, stopped, cancel, cancelled, canceled, revert, reverted, reverting, rollback
started, starting, fixed, fixing, ready, sent, sending, uploaded, updated, moved, added, removed, deleted, dropped
renamed, changed, attached, opened, closed, booked, scheduled, installed, restarted, rerun, reran, retry, retrying
approve it, approved, approve, lgtm, ship it, deal, done deal, go ahead, accepted, reject, rejected, refuse, refused
using, try, add, remove, set, go with, it is, go, tagging, testing, tested, passed, green, red, left, right away
higher, lower, increased, decreased, paid, bought, ordered, called, asked, signed, printed, found, built, wrote
gave, took, forgot, brought, saw, went, came, put, left, ran, drew, swapped, switched, replaced, copied, checked, checking
late, looking at, looking into, on my way, i'll take, i'll bring, i'll send, i'll check, i'll ask, i'll do it, taking
"""

# Who says "I will" after thanks begins something new.
STARTS = """
i'll, i'm, i've, we'll, we've, let's, please, can you, could you, but, however, and i, and i'll, and we, and the
and please, and can, and could, and then, and what, and how, and where, and when, and also, and it, and let's, and now
"""

# All of these say that something was done.
DONE = """
done, finished, completed, complete, it's done, all done
"""
