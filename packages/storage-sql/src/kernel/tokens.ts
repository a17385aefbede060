import { TokenStore } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Sql } from "../sql.ts"
import { valuesOf } from "../table.ts"

const readSealed = valuesOf(Schema.String)

/** The tokens of sources. */
export const tokenStore = ({ read, sql, transaction }: Sql) =>
  TokenStore.of({
    get: Effect.fn("TokenStore.get")(function* (source: string, setting: string) {
      const rows = yield* sql`select sealed from source_tokens
        where source = ${source} and setting = ${setting}`
      return Option.fromUndefinedOr(readSealed(rows)[0])
    }, read),
    put: Effect.fn("TokenStore.put")(function* (source: string, setting: string, sealed: string) {
      yield* sql`insert into source_tokens ${sql.insert({ source, setting, sealed })}
        on conflict (source) do update set setting = excluded.setting, sealed = excluded.sealed`
    }, transaction),
  })
