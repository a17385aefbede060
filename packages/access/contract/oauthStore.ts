import {
  AssistantId,
  type AuthorizationCode,
  type NewTokens,
  type OAuthClient,
  OAuthStore,
} from "@daybook/access"
import type { DataVersions } from "@daybook/kernel"
import { raisesVersion, readPages } from "@daybook/kernel/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const start = 1_700_000_000_123
const hour = 3_600_000
const unknownId = AssistantId.make(987_654)
const everything = { page: 1, limit: 100 }

const hashOf = (digit: string) => digit.repeat(64)

const client = (id: string, more: Partial<OAuthClient> = {}): OAuthClient => ({
  id,
  name: `Ünïcode 'quoted' ${id}`,
  redirectUris: ["https://one.example/callback?a=b", "http://127.0.0.1/callback"],
  createdAt: start,
  consentedAt: undefined,
  ...more,
})

const code = (more: Partial<AuthorizationCode> = {}) => ({
  clientId: "a",
  name: "Claude",
  host: "claude.ai",
  domains: ["listening", "reading"],
  writes: true,
  redirectUri: "https://claude.ai/api/mcp/auth_callback",
  challenge: "c".repeat(43),
  expiresAt: start + 60_000,
  ...more,
})

const tokens = (access: string, refresh: string, at = start): NewTokens => ({
  accessHash: hashOf(access),
  accessUntil: at + hour,
  refreshHash: hashOf(refresh),
  refreshUntil: at + 90 * 24 * hour,
})

/** Connects an assistant by a code, with tokens of these digits. */
const connect = (digits: string, more: Partial<AuthorizationCode> = {}) =>
  Effect.gen(function* () {
    const store = yield* OAuthStore
    const [hash = "", access = "", refresh = ""] = digits
    yield* store.insertCode(hashOf(hash), code(more))
    return yield* Effect.fromOption(yield* store.useCode(hashOf(hash), tokens(access, refresh), start))
  })

const clientsContract = (fresh: () => Layer.Layer<OAuthStore | DataVersions>) => {
  it.effect("a client is found by its id; saving it again replaces its metadata and keeps its age", () =>
    Effect.gen(function* () {
      const store = yield* OAuthStore
      yield* store.saveClient(client("a"))
      yield* store.saveClient(client("b", { consentedAt: start + 5 }))
      assert.deepStrictEqual(yield* store.findClient("a"), Option.some(client("a")))
      assert.deepStrictEqual(yield* store.findClient("c"), Option.none())
      const renamed = { name: "", redirectUris: ["https://two.example/"] }
      yield* store.saveClient(client("b", { ...renamed, createdAt: start + 9 }))
      assert.deepStrictEqual(
        yield* store.findClient("b"),
        Option.some(client("b", { ...renamed, consentedAt: start + 5 })),
      )
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a sweep removes what has expired, and clients that no one uses", () =>
    Effect.gen(function* () {
      const store = yield* OAuthStore
      yield* store.saveClient(client("used", { consentedAt: start }))
      yield* store.saveClient(client("left", { consentedAt: start }))
      yield* store.saveClient(client("stale", { createdAt: start - 1 }))
      for (const at of [1, 2, 3]) yield* store.saveClient(client(`new ${at}`, { createdAt: start + at }))
      const ended = yield* connect("123", { clientId: "left" })
      yield* store.insertCode(hashOf("4"), code({ clientId: "used" }))
      const used = yield* Effect.fromOption(
        yield* store.useCode(hashOf("4"), tokens("5", "6", start + hour), start),
      )
      const expired = start + 90 * 24 * hour + 1
      yield* store.sweep({ expired, unused: start + 1, stale: start, most: 2 })
      assert.deepStrictEqual((yield* store.list(everything)).items, [used])
      assert.deepStrictEqual(yield* store.findToken(hashOf("2")), Option.none())
      assert.isTrue(Option.isSome(yield* store.findToken(hashOf("6"))))
      assert.deepStrictEqual(yield* store.findCode(hashOf("1")), Option.none())
      const stay = ["used", "new 3", "new 2"]
      for (const id of [...stay, "left", "stale", "new 1"])
        assert.strictEqual(Option.isSome(yield* store.findClient(id)), stay.includes(id), id)
      assert.isFalse(yield* store.end(ended.id))
    }).pipe(Effect.provide(fresh())),
  )
}

const codesContract = (fresh: () => Layer.Layer<OAuthStore | DataVersions>) => {
  it.effect("a code connects its assistant once, and remembers it", () =>
    Effect.gen(function* () {
      const store = yield* OAuthStore
      yield* store.insertCode(hashOf("1"), code())
      yield* store.insertCode(hashOf("4"), code({ domains: undefined, writes: false }))
      assert.deepStrictEqual(
        yield* store.findCode(hashOf("1")),
        Option.some({ ...code(), assistantId: undefined }),
      )
      const uses = yield* Effect.forEach(
        ["2", "7", "8"],
        (digit) => store.useCode(hashOf("1"), tokens(digit, `${Number(digit) - 2}`), start + 7),
        { concurrency: "unbounded" },
      )
      const [connected] = uses.flatMap(Option.toArray)
      assert.lengthOf(uses.filter(Option.isSome), 1, "a code worked more than once")
      assert.deepStrictEqual(connected, {
        id: connected?.id ?? unknownId,
        clientId: "a",
        name: "Claude",
        host: "claude.ai",
        domains: ["listening", "reading"],
        writes: true,
        createdAt: start + 7,
        lastUsedAt: undefined,
      })
      const known = Option.getOrUndefined(yield* store.findCode(hashOf("1")))
      assert.strictEqual(known?.assistantId, connected?.id)
      assert.deepStrictEqual(yield* store.useCode(hashOf("9"), tokens("a", "b"), start), Option.none())
      const all = Option.getOrUndefined(yield* store.useCode(hashOf("4"), tokens("c", "d"), start))
      assert.deepStrictEqual(
        [all?.domains, all?.writes, all?.id === connected?.id],
        [undefined, false, false],
      )
      const listed: ReadonlyArray<unknown> = yield* readPages(store.list, 1)
      assert.deepStrictEqual(listed, [connected, all])
    }).pipe(Effect.provide(fresh())),
  )
}

const tokensContract = (fresh: () => Layer.Layer<OAuthStore | DataVersions>) => {
  it.effect("an access token finds its assistant, and a refresh token does not", () =>
    Effect.gen(function* () {
      const store = yield* OAuthStore
      const connected = yield* connect("123")
      assert.deepStrictEqual(
        yield* store.find(hashOf("2")),
        Option.some({ ...connected, expiresAt: start + hour }),
      )
      assert.deepStrictEqual(yield* store.find(hashOf("3")), Option.none())
      const stored = { assistantId: connected.id, clientId: "a" }
      assert.deepStrictEqual(
        yield* store.findToken(hashOf("3")),
        Option.some({ ...stored, kind: "refresh" as const, expiresAt: start + 90 * 24 * hour }),
      )
      const touched = new Map([
        [connected.id, start + 500],
        [unknownId, start + 500],
      ])
      yield* store.touch(touched)
      yield* store.touch(new Map([[connected.id, start + 400]]))
      assert.deepStrictEqual((yield* store.list(everything)).items, [
        { ...connected, lastUsedAt: start + 500 },
      ])
      yield* raisesVersion("access", "removeToken", store.removeToken(hashOf("2")))
      assert.deepStrictEqual(yield* store.find(hashOf("2")), Option.none())
      assert.isTrue(Option.isSome(yield* store.findToken(hashOf("3"))))
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a refresh token is spent once; again only within the grace from its first use", () =>
    Effect.gen(function* () {
      const store = yield* OAuthStore
      const connected = yield* connect("123")
      const rotate = (old: string, access: string, refresh: string, at: number, graceSince: number) =>
        store.rotate(hashOf(old), tokens(access, refresh, at), at, graceSince)
      assert.deepStrictEqual(yield* rotate("3", "4", "5", start + 10, start), Option.some(connected))
      assert.deepStrictEqual(yield* rotate("3", "6", "7", start + 20, start + 10), Option.some(connected))
      // The grace does not restart with the second use.
      assert.deepStrictEqual(yield* rotate("3", "8", "9", start + 30, start + 11), Option.none())
      assert.deepStrictEqual(yield* rotate("2", "8", "9", start, start), Option.none(), "an access token")
      assert.deepStrictEqual(yield* rotate("0", "8", "9", start, start), Option.none(), "an unknown token")
      const late = start + 91 * 24 * hour
      assert.deepStrictEqual(yield* rotate("5", "8", "9", late, late), Option.none(), "an expired token")
      assert.deepStrictEqual(yield* store.findToken(hashOf("9")), Option.none())
      for (const digit of ["2", "4", "6"]) assert.isTrue(Option.isSome(yield* store.find(hashOf(digit))))
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("ending an assistant removes all of its tokens, and no others", () =>
    Effect.gen(function* () {
      const store = yield* OAuthStore
      const first = yield* connect("123")
      const second = yield* connect("456")
      assert.isFalse(yield* store.end(unknownId))
      assert.isTrue(yield* raisesVersion("access", "end", store.end(first.id)))
      assert.isFalse(yield* store.end(first.id))
      for (const digit of ["2", "3"])
        assert.deepStrictEqual(yield* store.findToken(hashOf(digit)), Option.none())
      assert.isTrue(Option.isSome(yield* store.find(hashOf("5"))))
      assert.deepStrictEqual((yield* store.list(everything)).items, [second])
    }).pipe(Effect.provide(fresh())),
  )
}

/** The contract of every `OAuthStore`, and of the versions of "access" next to it. `fresh` returns an empty store. */
export const oauthStoreContract = (
  adapter: string,
  fresh: () => Layer.Layer<OAuthStore | DataVersions>,
): void => {
  describe(`${adapter}: clients of OAuth`, () => clientsContract(fresh))
  describe(`${adapter}: authorization codes`, () => codesContract(fresh))
  describe(`${adapter}: tokens of assistants`, () => tokensContract(fresh))
}
