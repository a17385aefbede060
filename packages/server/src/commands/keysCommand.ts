import { type ApiKey, KeyId, Keys, maxKeyNameLength, Scope } from "@daybook/access"
import { WorkspaceId } from "@daybook/profiles"
import { formatInstant, InvalidInput, resolveInstant, withDaysFrom } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { readServerSettings } from "../settings.ts"
import { readAllSettings } from "../settings/stored.ts"
import * as Stores from "../stores.ts"
import { createWorkspaceKey, listWorkspaceKeys, revokeWorkspaceKey } from "./workspacesCommand.ts"

/** There is no key of this number. */
class NoSuchKey extends Schema.TaggedError<NoSuchKey>()("NoSuchKey", { message: Schema.String }) {}

const withStores = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(readServerSettings, (settings) => Effect.provide(effect, Stores.layer([], settings)))

/** The instant of `--expires-at`. A day begins in the time zone, which the owner may have stored. */
const expiryOf = Effect.fnUntraced(function* (text: string) {
  const { dayBeginsAt, timeZone } = (yield* readAllSettings([])).settings
  const expiry = yield* Effect.fromResult(
    resolveInstant("--expires-at", text, withDaysFrom(timeZone, dayBeginsAt)),
  )
  if (expiry > (yield* Clock.currentTimeMillis)) return expiry
  return yield* new InvalidInput({ field: "--expires-at", message: "--expires-at: must be in the future" })
})

const workspace = Flag.String("workspace").pipe(
  Flag.map((id) => WorkspaceId.make(id)),
  Flag.optional,
  Flag.withDescription("Workspace of the profile API to manage keys of, by ID"),
)

const line = (key: ApiKey) =>
  [
    String(key.id).padStart(4),
    key.scope.padEnd(6),
    `…${key.hint}`,
    key.expiresAt === undefined ? "never expires" : `expires ${formatInstant(key.expiresAt)}`,
    key.lastUsedAt === undefined ? "never used" : `used ${formatInstant(key.lastUsedAt)}`,
    key.name,
  ].join("  ")

const create = Command.make(
  "create",
  {
    workspace,
    name: Flag.String("name").pipe(
      Flag.filter(
        (name) => name.length >= 1 && name.length <= maxKeyNameLength,
        () => `must have from 1 to ${maxKeyNameLength} characters`,
      ),
      Flag.withDescription("What the key is for"),
    ),
    scope: Flag.Literals("scope", Scope.literals).pipe(
      Flag.withDefault("read"),
      Flag.withDescription("read, admin (everything), submit (only send data) or save (only save pages)"),
    ),
    rateLimit: Flag.Int("rate-limit").pipe(
      Flag.filter(
        (limit) => limit >= 1 && limit <= 1_000_000,
        () => "must be a whole number from 1 to 1000000",
      ),
      Flag.optional,
      Flag.withDescription("Requests per 60 s; else RATE_LIMIT"),
    ),
    expiresAt: Flag.String("expires-at").pipe(
      Flag.optional,
      Flag.withDescription("A day or an ISO 8601 date-time"),
    ),
  },
  Effect.fnUntraced(function* ({ workspace: of, name, scope, rateLimit, expiresAt }) {
    if (Option.isSome(of)) return yield* createWorkspaceKey(of.value, name)
    const expiry = Option.isSome(expiresAt) ? yield* expiryOf(expiresAt.value) : undefined
    return yield* withStores(
      Effect.gen(function* () {
        const keys = yield* Keys
        const made = yield* keys.create({
          name,
          scope,
          rateLimit: Option.getOrUndefined(rateLimit),
          expiresAt: expiry,
        })
        yield* Console.log(Redacted.value(made.key))
      }),
    )
  }),
).pipe(Command.withDescription("Create a key and print it; it is shown only once"))

const list = Command.make(
  "list",
  { workspace },
  Effect.fnUntraced(function* ({ workspace: of }) {
    if (Option.isSome(of)) return yield* listWorkspaceKeys(of.value)
    return yield* withStores(
      Effect.gen(function* () {
        const keys = yield* Keys
        for (let page = 1; ; page++) {
          const { items } = yield* keys.list({ page, limit: 100 })
          for (const key of items) yield* Console.log(line(key))
          if (items.length < 100) return
        }
      }),
    )
  }),
).pipe(Command.withDescription("List the records of all keys"))

const revoke = Command.make(
  "revoke",
  { workspace, id: Argument.Int("id").pipe(Argument.withDescription("The number that list shows")) },
  Effect.fnUntraced(function* ({ workspace: of, id }) {
    if (Option.isSome(of)) return yield* revokeWorkspaceKey(of.value, id)
    return yield* withStores(
      Effect.gen(function* () {
        const keys = yield* Keys
        if (!(yield* keys.revoke(KeyId.make(id))))
          return yield* new NoSuchKey({ message: `There is no key ${id}` })
        yield* Console.log(`Key ${id} is revoked`)
      }),
    )
  }),
).pipe(Command.withDescription("Revoke a key"))

/** `daybook keys create|list|revoke`. */
export const keysCommand = Command.make("keys").pipe(
  Command.withDescription(
    "Create, list and revoke keys; without PostgreSQL, while no server has DATA_DIR open",
  ),
  Command.withSubcommands([create, list, revoke]),
)
