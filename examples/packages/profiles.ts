import { Digest } from "@daybook/kernel"
import { Workspaces } from "@daybook/profiles"
import * as KernelSqlite from "@daybook/storage-sqlite/kernel"
import * as ProfilesSqlite from "@daybook/storage-sqlite/profiles"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"

const workspaces = Workspaces.layer.pipe(
  Layer.provide(Layer.merge(ProfilesSqlite.layer(), KernelSqlite.layer())),
  Layer.provide(Sqlite.layerMemory),
  Layer.provide(Layer.succeed(Digest, (text) => createHash("sha256").update(text).digest("hex"))),
)

export const program = Effect.gen(function* () {
  const { create, createKey, holderOf } = yield* Workspaces
  const { id } = yield* create("A shop")
  const key = yield* createKey(id, "its server")
  const found = yield* holderOf(Option.match(key, { onNone: () => "", onSome: Redacted.value }))
  return Option.exists(found, ({ workspace }) => workspace === id)
}).pipe(Effect.provide(workspaces))
