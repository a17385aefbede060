// Runs before everything else of a start: PGlite's thread loads while the modules of the server do. It takes as long as they.
import { prepareThread } from "@daybook/storage-postgres/pglite/thread"

const [word] = process.argv.slice(2)
if ((word === "serve" || word === "demo") && (process.env["DATABASE_URL"] ?? "") === "") prepareThread()
