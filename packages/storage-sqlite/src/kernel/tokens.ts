import { TokenStore } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database } from "../sql/database.ts"
import { valuesOf } from "../sql/table.ts"
import { migrateTokens } from "./migrations.ts"

const readSealed = valuesOf(Schema.String)

/** The tokens of sources, in SQLite. */
export const layer = Layer.effect(
  TokenStore,
  Effect.gen(function* () {
    const { all, read, sql, transaction } = yield* Database
    yield* migrateTokens

    const get = Effect.fn("TokenStore.get")((source: string, setting: string) =>
      read(() =>
        Option.fromUndefinedOr(
          readSealed(
            all(sql`select sealed from source_tokens where source = ${source} and setting = ${setting}`),
          )[0],
        ),
      ),
    )

    const put = Effect.fn("TokenStore.put")((source: string, setting: string, sealed: string) =>
      transaction(
        Effect.sync(() => {
          all(sql`insert into source_tokens ${sql.insert({ source, setting, sealed })}
            on conflict (source) do update set setting = excluded.setting, sealed = excluded.sealed`)
        }),
      ),
    )

    return TokenStore.of({ get, put })
  }),
)
