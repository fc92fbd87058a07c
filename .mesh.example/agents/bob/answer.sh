#!/bin/sh
# bob's program: the prompt comes on standard input, what it prints is the answer.
# A call to a model would stand here; this stand-in knows three things.
prompt=$(cat)
case "$prompt" in
*"forecast"*)
    echo "FORECAST_TOKEN is not set: name it under driver.env in bob's card" >&2
    exit 3 ;;
*"Which day"*)
    echo "Sunday night: no sensor is serviced then, and the last backup is two hours old." ;;
*)
    echo "confirmed" ;;
esac
