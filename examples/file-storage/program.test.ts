import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program } from "./program.ts"

it.live(
  "plays that are stored in files are there the next time, although all other stores are in memory",
  () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-files-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true })),
      )
      assert.deepStrictEqual([yield* program(folder), yield* program(folder)], ["nothing", "Song 1"])
    }),
)
