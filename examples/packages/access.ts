import { Keys } from "@daybook/access"
import { Digest } from "@daybook/kernel"
import * as AccessMemory from "@daybook/storage-memory/access"
import * as KernelMemory from "@daybook/storage-memory/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"

const keys = Keys.layer.pipe(
  Layer.provide(Layer.merge(AccessMemory.layer(), KernelMemory.layer())),
  Layer.provide(Layer.succeed(Digest, (text) => createHash("sha256").update(text).digest("hex"))),
)

export const program = Effect.gen(function* () {
  const { authenticate, create } = yield* Keys
  const { key } = yield* create({ name: "my site", scope: "read", rateLimit: 120 })
  const caller = yield* authenticate(Redacted.value(key), 0)
  return Option.map(caller, ({ name, scope }) => `${name} may ${scope}`)
}).pipe(Effect.provide(keys))
