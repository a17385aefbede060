import {
  Digest,
  type EpochMillis,
  InvalidInput,
  type Page,
  type PageRequest,
  randomHex,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { faultOfText } from "./faultOfText.ts"
import { type ApiKey, KeyId, type NewKey, type Scope } from "./model.ts"
import { KeyStore } from "./ports.ts"
import { makeSecretLookups } from "./secretLookups.ts"

/** A key and its record: together only once, when the key is created. */
export interface CreatedKey {
  readonly key: Redacted.Redacted
  readonly record: ApiKey
}

/** The owner's request for a key. */
export interface KeyRequest {
  readonly name: string
  readonly scope: Scope
  readonly rateLimit?: number | undefined
  readonly expiresAt?: EpochMillis | undefined
}

/** A key from a setting such as `ADMIN_KEY`. */
export interface ConfiguredKey {
  readonly setting: string
  readonly scope: Scope
  readonly key: Redacted.Redacted
}

const prefixes = { read: "dbk_live_", admin: "dbk_admin_", submit: "dbk_submit_", save: "dbk_save_" } as const

/** The longest name of a key, in UTF-16 units. */
export const maxKeyNameLength = 100

/** The shortest key that a setting may hold. */
export const shortestConfiguredKey = 32

const browserPrefix = "dbk_browser_"

/** The name of a browser's key. */
const browserKeyName = "a browser, signed in by link"

/** True for a browser's key: signing out revokes it. */
export const isBrowserKey = (key: string): boolean => key.startsWith(browserPrefix)

const makeSecret = (scope: Scope): string => prefixes[scope] + randomHex(32)

/**
 * An admin key of this process, for commands on the same machine that find the process at work: it is in no store, and ends with the
 * process. None by default.
 */
export const ProcessKey = Context.Reference<Redacted.Redacted | undefined>("daybook/access/ProcessKey", {
  defaultValue: () => undefined,
})

/** A key's text that no one guesses. */
export const makeProcessKey = (): Redacted.Redacted => Redacted.make(makeSecret("admin"))

/** Requests in 60 seconds with the process's key: a command polls its progress. */
const processRateLimit = 10_000

/** Finds the records of keys, and notes their uses. */
const authenticating = Effect.fnUntraced(function* (store: KeyStore["Service"], hash: Digest["Service"]) {
  const own = yield* ProcessKey
  const ownHash = own === undefined ? undefined : hash(Redacted.value(own))
  const ownRecord: Option.Option<ApiKey> = Option.some({
    id: KeyId.make(0),
    name: "the process's own key",
    scope: "admin",
    hint: "",
    rateLimit: processRateLimit,
    createdAt: yield* Clock.currentTimeMillis,
    expiresAt: undefined,
    lastUsedAt: undefined,
  })
  const lookups = yield* makeSecretLookups("keys", store)

  const lookUp = (key: string, version: number): Effect.Effect<Option.Option<ApiKey>> => {
    const hashed = hash(key)
    return hashed === ownHash ? Effect.succeed(ownRecord) : lookups.find(hashed, version)
  }

  const use = (found: Option.Option<ApiKey>, now: EpochMillis): Option.Option<ApiKey> => {
    if (Option.isNone(found) || found === ownRecord) return found
    const { expiresAt } = found.value
    if (expiresAt !== undefined && expiresAt <= now) return Option.none()
    lookups.use(found.value, now)
    return found
  }

  // On the path of every request: no generator, and a cached key needs no extra step.
  const authenticate = (key: string, version: number) =>
    Clock.clockWith((clock) =>
      Effect.mapEager(lookUp(key, version), (found) => use(found, clock.currentTimeMillisUnsafe())),
    )

  return { authenticate, writeUses: lookups.writeUses }
})

/** Creates, finds and revokes keys. Rights come from a key's record, never from its text. */
export class Keys extends Context.Service<
  Keys,
  {
    readonly create: (request: KeyRequest) => Effect.Effect<CreatedKey, InvalidInput>
    /** Creates an admin key for the session of one browser. */
    readonly createForBrowser: Effect.Effect<CreatedKey>
    readonly list: (page: PageRequest) => Effect.Effect<Page<ApiKey>>
    /** False if the key does not exist. */
    readonly revoke: (id: KeyId) => Effect.Effect<boolean>
    /**
     * The record of a key; none if unknown, revoked or expired. `version` is the current version of "access": lookups
     * are remembered while it stays the same.
     */
    readonly authenticate: (key: string, version: number) => Effect.Effect<Option.Option<ApiKey>>
    /** Accepts a key from a setting, replacing that setting's key of an earlier start. */
    readonly setConfigured: (configured: ConfiguredKey) => Effect.Effect<void, InvalidInput>
    /** Creates one key of each scope on a store without keys; none if it has any. */
    readonly createFirst: (scopes: ReadonlyArray<Scope>) => Effect.Effect<ReadonlyArray<UnseenKey>>
  }
>()("daybook/access/Keys") {
  static readonly layer = Layer.effect(
    Keys,
    Effect.gen(function* () {
      const store = yield* KeyStore
      const hash = yield* Digest

      const newKey = (key: string, request: KeyRequest, now: EpochMillis): NewKey => ({
        hash: hash(key),
        name: request.name,
        scope: request.scope,
        hint: key.slice(-4),
        rateLimit: request.rateLimit,
        createdAt: now,
        expiresAt: request.expiresAt,
      })

      const insert = Effect.fnUntraced(function* (key: string, request: KeyRequest) {
        const record = yield* store.insert(newKey(key, request, yield* Clock.currentTimeMillis))
        return { key: Redacted.make(key), record }
      })

      const create = Effect.fn("Keys.create")(function* (request: KeyRequest) {
        const problem = faultOfText("name", request.name, maxKeyNameLength)
        if (problem !== undefined) return yield* problem
        return yield* insert(makeSecret(request.scope), request)
      })

      const createForBrowser = Effect.suspend(() =>
        insert(browserPrefix + randomHex(32), { name: browserKeyName, scope: "admin" }),
      )

      const setConfigured = Effect.fn("Keys.setConfigured")(function* ({
        setting,
        scope,
        key,
      }: ConfiguredKey) {
        const text = Redacted.value(key)
        if (text.length < shortestConfiguredKey) {
          return yield* new InvalidInput({
            field: setting,
            message: `${setting} must have ${shortestConfiguredKey} characters or more`,
          })
        }
        yield* store.setConfigured(
          setting,
          newKey(text, { name: setting, scope }, yield* Clock.currentTimeMillis),
        )
      })

      const createFirst = Effect.fn("Keys.createFirst")(function* (scopes: ReadonlyArray<Scope>) {
        const now = yield* Clock.currentTimeMillis
        const made = scopes.map((scope) => ({ scope, key: makeSecret(scope) }))
        const inserted = yield* store.insertFirst(
          made.map(({ scope, key }) => newKey(key, { name: `first ${scope} key`, scope }, now)),
        )
        return inserted ? made.map(({ scope, key }) => ({ scope, key: Redacted.make(key) })) : []
      })

      const { authenticate, writeUses } = yield* authenticating(store, hash)

      const list = Effect.fn("Keys.list")(function* (page: PageRequest) {
        yield* writeUses
        return yield* store.list(page)
      })

      return Keys.of({
        create,
        createForBrowser,
        list,
        revoke: store.revoke,
        authenticate,
        setConfigured,
        createFirst,
      })
    }),
  )
}

/** A key's text and scope, before anyone has seen them. */
export interface UnseenKey {
  readonly scope: Scope
  readonly key: Redacted.Redacted
}
