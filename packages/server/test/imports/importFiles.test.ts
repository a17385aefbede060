import { ImportFiles } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Files from "../../src/imports/importFiles.ts"

describe("a file stored for its import", () => {
  it.live("is found under its name, and no other file of the machine is", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true })),
      )
      const secret = join(folder, "secret")
      writeFileSync(secret, "secret")
      const files = yield* Effect.provide(ImportFiles, Files.layer(folder, true))
      assert.isDefined(files)
      const { file } = yield* files.receive(Stream.make(new TextEncoder().encode("mine")), undefined)
      const found = Option.getOrThrow(yield* files.open(file))
      assert.strictEqual(found.length, 4)
      assert.strictEqual(yield* Stream.mkString(Stream.decodeText(found.bytes)), "mine")
      for (const name of ["../secret", secret, `${file}/../../secret`, "", ".", "..", `${file}\n`]) {
        assert.isTrue(Option.isNone(yield* files.open(name)), name)
        yield* files.remove(name)
      }
      yield* files.sweep(new Set([file]))
      assert.isTrue(existsSync(secret))
      assert.isTrue(Option.isSome(yield* files.open(file)))
      yield* files.remove(file)
      assert.isTrue(Option.isNone(yield* files.open(file)))
    }),
  )
})
