import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe } from "vitest"
import * as CommandPorts from "../../src/commands/commandPorts.ts"
import { everyDomain } from "../../src/domains/index.ts"
import { exportTo } from "../../src/backup/exportFile.ts"
import { openExport } from "../../src/backup/readZip.ts"
import { restoreFrom } from "../../src/backup/restore.ts"
import { environment } from "../../src/settings/read.ts"
import { type Environment, it } from "../daybook.ts"
import { randomLife } from "./randomLife.ts"
import { life } from "./smallLife.ts"

/** Works on stores that are open, with everything that a command has. */
const onStores = <E, R>(env: Environment, work: Effect.Effect<void, E, R>) =>
  Effect.runPromise(
    // A list of domains does not say which ports they have.
    Effect.provide(work as Effect.Effect<void, E>, CommandPorts.layer(everyDomain)).pipe(
      Effect.scoped,
      Effect.provide(Layer.merge(NodeServices.layer, environment({ ...env, EMBEDDINGS_MODEL: "words" }))),
    ),
  )

const restoreInto = (path: string) =>
  Effect.scoped(Effect.flatMap(openExport(path), (opened) => restoreFrom(opened)))

/** The manifest of an export, which says in what another one differs. */
const manifestOf = (path: string) =>
  Effect.runPromise(Effect.scoped(Effect.map(openExport(path), ({ manifest }) => manifest)))

const kinds = ["memory", "sqlite", "postgres"] as const

describe("an export", () => {
  for (const from of kinds) {
    it(`from ${from} has the same bytes again from memory, SQLite and PostgreSQL that it was restored into`, async ({
      daybook,
    }) => {
      const folder = daybook.folder()
      mkdirSync(folder, { recursive: true })
      const path = join(folder, "first.zip")
      const whole = Effect.andThen(life, randomLife(kinds.indexOf(from), 60))
      await onStores(daybook.stores[from](), Effect.andThen(whole, exportTo(path)))
      for (const to of kinds) {
        const again = join(folder, `${to}.zip`)
        await onStores(daybook.stores[to](), Effect.andThen(restoreInto(path), exportTo(again)))
        assert.deepStrictEqual(await manifestOf(again), await manifestOf(path), to)
        assert.isTrue(readFileSync(again).equals(readFileSync(path)), to)
      }
    })
  }
})
