import { TokenStore } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { migrate } from "../sql/migrator.ts"

const migrateTokens = migrate("tokens", {
  "1_source_tokens": (sql) => [
    sql`create table source_tokens (
      source text primary key,
      setting text not null,
      sealed text not null
    )`,
  ],
})

/** The tokens of sources in SQL. */
export const layer = Layer.effect(
  TokenStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateTokens

    const get = Effect.fn("TokenStore.get")(function* (source: string, setting: string) {
      const [row] = yield* sql<{ sealed: string }>`select sealed from source_tokens
        where source = ${source} and setting = ${setting}`
      return Option.map(Option.fromUndefinedOr(row), ({ sealed }) => sealed)
    }, Effect.orDie)

    const put = Effect.fn("TokenStore.put")(function* (source: string, setting: string, sealed: string) {
      yield* sql`insert into source_tokens ${sql.insert({ source, setting, sealed })}
        on conflict (source) do update set setting = excluded.setting, sealed = excluded.sealed`
    }, Effect.orDie)

    return TokenStore.of({ get, put })
  }),
)
