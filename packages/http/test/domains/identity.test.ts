import { NotConfigured, SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, readAs } from "../replies.ts"
import { linked, startServer } from "../testServer.ts"

const path = "/v1/admin/identity-provider/test"

const Account = Schema.Struct({
  email: Schema.String,
  messages_total: Schema.Int,
  scopes: Schema.Array(Schema.String),
  expires_at: Schema.Int,
})

describe("the test of the identity provider", () => {
  it.effect("returns the account, its scopes and until when the access lasts", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const body of [undefined, "", "{", "[]"]) {
        const reply = yield* server.command("POST", path, { body })
        assert.strictEqual(reply.status, 200, reply.text)
        assert.deepStrictEqual(readAs(Account, reply), {
          email: linked.email,
          messages_total: linked.messagesTotal,
          scopes: linked.scopes,
          expires_at: linked.expiresAt,
        })
      }
    }),
  )

  it.effect("reports the reason and the next step, as a 500", () =>
    Effect.gen(function* () {
      for (const error of [
        new SourceError({ source: "google", failure: "unauthorized", message: "Google: link it again" }),
        new NotConfigured({ domain: "identity", message: "set THIS_SETTING" }),
      ]) {
        const server = yield* startServer({ identity: Effect.fail(error) })
        assert.strictEqual(assertFailure(yield* server.command("POST", path), 500), error.message)
      }
    }),
  )

  it.effect("of a provider that breaks is a 500 that reports nothing", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ identity: Effect.die("a token of the person") })
      assert.notInclude(assertFailure(yield* server.command("POST", path), 500), "token")
    }),
  )
})
