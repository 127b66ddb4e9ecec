// Runs tests inside Python for the browser: node suite.mjs SITE_PACKAGES [pytest's words], from the root of the sources.
// SITE_PACKAGES is the folder that has pytest and what it needs, all of which is Python alone.

import {existsSync, readFileSync, readdirSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {loadPyodide} from "pyodide";

const [packages, ...words] = process.argv.slice(2), here = dirname(fileURLToPath(import.meta.url));
const {info} = JSON.parse(readFileSync(join(here, "node_modules/pyodide/pyodide-lock.json")));
const python = await loadPyodide({lockFileContents: {info, packages: {}}, stdout: console.log, stderr: console.error});
python.FS.mkdir("/wheels");
for (const wheel of readdirSync(join(here, "wheels"))) {
  python.unpackArchive(new Uint8Array(readFileSync(join(here, "wheels", wheel))), "wheel", {extractDir: "/wheels"});
}
for (const [folder, root] of Object.entries({"/sources": process.cwd(), "/packages": packages})) {
  if (!existsSync(root)) throw new Error(`${root}: no such folder`);
  python.FS.mkdir(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, {root}, folder);
}
python.globals.set("words", python.toPy(words));
process.exitCode = python.runPython(`
import os, sys

sys.dont_write_bytecode = True
# The wheels are found first: what is compiled among the packages is for another machine.
sys.path += ["/wheels", "/sources/src", "/sources/variants", "/packages"]
os.chdir("/sources")
import pytest

int(pytest.main(["-p", "no:cacheprovider", "-o", "addopts=", "--timeout=0", *words]))
`);
