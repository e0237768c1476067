"""Fills the fields of a beets library with what Assay measures: tempo, key, loudness and the audio features.

`beet assay [QUERY]` analyses the items that lack them, after an import too unless `auto` is off. The analysis runs in the
command `assay-audio` (setting `command`), many files at a time; nothing leaves the machine.
"""

import json
import os
import shlex
import subprocess

from beets import ui
from beets.dbcore import types
from beets.plugins import BeetsPlugin

# Shares from 0 to 1, and the loudness in LUFS; null values leave a field unset.
FIELDS = ("energy", "danceability", "valence", "acousticness", "instrumentalness", "loudness")
KEYS = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
# Files per run of the command.
AT_ONCE = 50


class AssayPlugin(BeetsPlugin):
    item_types = {name: types.FLOAT for name in FIELDS}

    def __init__(self):
        super().__init__()
        self.config.add({"command": "assay-audio", "auto": True, "force": False, "write": False})
        if self.config["auto"].get(bool):
            self.import_stages = [self.imported]

    def commands(self):
        command = ui.Subcommand("assay", help="measure tempo, key and audio features")
        command.parser.add_option(
            "-f", "--force", action="store_true", default=False, help="measure items again that have been measured"
        )
        command.func = self.run
        return [command]

    def run(self, lib, opts, args):
        self.measure(list(lib.items(args)), opts.force or self.config["force"].get(bool))

    def imported(self, session, task):
        self.measure(list(task.imported_items()), self.config["force"].get(bool))

    def measure(self, items, force):
        wanted = [item for item in items if force or not item.get("energy")]
        for start in range(0, len(wanted), AT_ONCE):
            some = {os.fsdecode(item.path): item for item in wanted[start : start + AT_ONCE]}
            for path, record in self.records(list(some)):
                if path in some:
                    self.keep(some[path], record)

    def records(self, paths):
        """Yields the record of every file that could be analysed; says why another could not."""
        command = [*shlex.split(self.config["command"].as_str()), "audio-features", "--json", *paths]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise ui.UserError(f"assay: could not run {command[0]}: {error}. Set assay.command.") from error
        for line in done.stderr.splitlines():
            self._log.warning("{}", line)
        for line in done.stdout.splitlines():
            try:
                record = json.loads(line)
                yield record["file"], record
            except (ValueError, KeyError):
                self._log.warning("unexpected answer: {}", line[:200])

    def keep(self, item, record):
        if record.get("tempo") is not None:
            item["bpm"] = round(record["tempo"])
        if record.get("key") is not None:
            item["initial_key"] = KEYS[record["key"]] + ("" if record.get("mode") == 1 else "m")
        for name in FIELDS:
            if record.get(name) is not None:
                item[name] = float(record[name])
        item.store()
        if self.config["write"].get(bool):
            item.try_write()
        self._log.debug("measured {}", item)
