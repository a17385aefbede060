import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import type { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { favourite } from "./page.ts"

const readKey = "a-read-key-of-the-tests-0123456789"

/** A process of this Node, with these settings and no others, gone at the latest when the scope closes. */
const start = (file: string, args: ReadonlyArray<string>, env: Record<string, string>) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
        env: { PATH: process.env["PATH"], ...env },
        stdio: ["ignore", "pipe", "inherit"],
      }),
    ),
    // The demo removes its folder when it is asked to end.
    (child) =>
      Effect.promise(async () => {
        if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit")
      }),
  )

/** The address that the server says it has. */
const addressOf = ({ stdout }: ChildProcessByStdio<null, Readable, null>) =>
  Effect.promise(async () => {
    let said = ""
    // Left open afterwards: a server whose output no one takes ends.
    for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
      said += String(chunk)
      const address = /the activity API is at (http:\/\/[\w.:]+)/.exec(said)?.[1]
      if (address !== undefined) return address
    }
    return assert.fail(`the server ended: ${said}`)
  })

it.live(
  "the typed client asks the demo's server what was played most",
  () =>
    Effect.gen(function* () {
      const server = yield* start("../../packages/server/bin/daybook.js", ["demo"], {
        PORT: "0",
        READ_KEY: readKey,
        ADMIN_KEY: "an-admin-key-of-the-tests-0123456789",
        DATABASE_URL: "memory:",
      })
      const address = yield* addressOf(server)
      const client = yield* start("program.ts", [], { DAYBOOK_URL: address, READ_KEY: readKey })
      const lines = (yield* Effect.promise(() => text(client.stdout))).trim().split("\n")
      assert.isAbove(lines.length, 5)
      for (const [at, line] of lines.entries())
        assert.match(line, new RegExp(`^${at + 1}\\. .+ by .+: \\d+$`))
      // And the client of one domain is sent the same.
      const name = yield* favourite({ baseUrl: address, key: Redacted.make(readKey) })
      assert.match(lines[0] ?? "", new RegExp(`^1\\. ${RegExp.escape(name ?? "nothing")} by `))
    }),
  180_000,
)
