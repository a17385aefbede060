import { TokenStore } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { valuesOf } from "../sql/table.ts"
import { migrateTokens } from "./migrations.ts"

const readSealed = valuesOf(Schema.String)

/** The tokens of sources in SQL. */
export const layer = Layer.effect(
  TokenStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateTokens

    const get = Effect.fn("TokenStore.get")(function* (source: string, setting: string) {
      const rows = yield* sql`select sealed from source_tokens
        where source = ${source} and setting = ${setting}`
      return Option.fromUndefinedOr(readSealed(rows)[0])
    }, Effect.orDie)

    const put = Effect.fn("TokenStore.put")(function* (source: string, setting: string, sealed: string) {
      yield* sql`insert into source_tokens ${sql.insert({ source, setting, sealed })}
        on conflict (source) do update set setting = excluded.setting, sealed = excluded.sealed`
    }, Effect.orDie)

    return TokenStore.of({ get, put })
  }),
)
