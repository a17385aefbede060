import { SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as ChosenAccess from "../src/linking/chosenAccess.ts"
import { type LinkedAccount, LinkedAccounts } from "../src/linking/linkedAccounts.ts"
import { Upstream } from "../src/index.ts"

const refused = new SourceError({ source: "trakt", failure: "unauthorized", message: "no" })

/** A linked account whose service refuses every token, and the tokens that it got. */
const askRefusing = (more: Partial<LinkedAccount>) =>
  Effect.gen(function* () {
    let stored: LinkedAccount = {
      account: "ida",
      ref: "ida",
      callback: "",
      scopes: [],
      linkedAt: 0,
      accessToken: "first",
      ...more,
    }
    const asked: Array<string> = []
    const upstream = yield* Upstream.make({
      name: "trakt",
      title: "Trakt",
      settings: { url: "TRAKT_URL", access: "TRAKT_TOKEN" },
      url: new URL("http://127.0.0.1:9"),
    })
    const access = yield* ChosenAccess.make({
      name: "trakt",
      upstream,
      setting: "TRAKT_TOKEN",
      bySettings: undefined,
      renew: (account) => Effect.succeed({ ...account, accessToken: "renewed" }),
    }).pipe(
      Effect.provideService(LinkedAccounts, {
        get: () => Effect.sync(() => Option.some(stored)),
        keep: (_, account) => Effect.sync(() => void (stored = account)),
        forget: () => Effect.void,
        pending: () => Effect.succeedNone,
        setPending: () => Effect.void,
      }),
    )
    const error = yield* Effect.flip(
      access.withToken((token) => {
        asked.push(Redacted.value(token))
        return asked.length > 5 ? Effect.die("it never ends") : Effect.fail(refused)
      }),
    )
    assert.strictEqual(error, refused)
    return asked
  }).pipe(Effect.provide(FetchHttpClient.layer))

describe("a token of a linked account that its service refuses", () => {
  it.effect("is renewed once", () =>
    Effect.map(askRefusing({ refreshToken: "r" }), (asked) =>
      assert.deepStrictEqual(asked, ["first", "renewed"]),
    ),
  )

  it.effect("is refused permanently if it cannot be renewed", () =>
    Effect.map(askRefusing({}), (asked) => assert.deepStrictEqual(asked, ["first"])),
  )
})
