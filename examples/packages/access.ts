import { Keys } from "@daybook/access"
import { Digest } from "@daybook/kernel"
import * as AccessSqlite from "@daybook/storage-sqlite/access"
import * as KernelSqlite from "@daybook/storage-sqlite/kernel"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"

const keys = Keys.layer.pipe(
  Layer.provide(Layer.merge(AccessSqlite.layer(), KernelSqlite.layer())),
  Layer.provide(Sqlite.layerMemory),
  Layer.provide(Layer.succeed(Digest, (text) => createHash("sha256").update(text).digest("hex"))),
)

export const program = Effect.gen(function* () {
  const { authenticate, create } = yield* Keys
  const { key } = yield* create({ name: "my site", scope: "read", rateLimit: 120 })
  const caller = yield* authenticate(Redacted.value(key), 0)
  return Option.map(caller, ({ name, scope }) => `${name} may ${scope}`)
}).pipe(Effect.provide(keys))
