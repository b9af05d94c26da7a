/* global mergeInto, LibraryManager, UTF8ToString, FS */

/**
 * What SPIN gets for `system()`: it has one use for it here, running the C preprocessor over the
 * model, with a command of the form
 *
 *     gcc -std=gnu99 -E -x c "model.pml" > "pan.pre"
 *
 * There are no processes to start in a browser, and models come without preprocessor lines (or with
 * them already expanded), so what is left of that command is a copy. Anything else is an error with
 * the command in it, never a silent success.
 *
 * The recipe compiles SPIN with `-Dsystem=overtime_system`, because where the C library's own
 * `system` lives differs between versions of Emscripten.
 */
mergeInto(LibraryManager.library, {
  overtime_system__deps: ['$FS'],
  overtime_system__sig: 'ip',
  overtime_system: function (commandAddress) {
    var command = UTF8ToString(commandAddress);
    var parts = /^\S.* "([^"]+)" > "([^"]+)"$/.exec(command);
    if (!parts) throw new Error('SPIN wants to run a command, which it cannot here: ' + command);
    FS.writeFile(parts[2], FS.readFile(parts[1]));
    return 0;
  },
});
