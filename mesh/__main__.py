"""Run the command line with `python -m mesh`."""

from mesh.cli.main import entry

if __name__ == "__main__":
    entry()
