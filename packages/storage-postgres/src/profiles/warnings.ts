import { boundWarnings, type NewWarning, type Place } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { instant, ints, texts } from "../sql/parameters.ts"
import { readWarningKeys } from "./rows.ts"

/** Makes the function that adds warnings to those of a place, in the rows of a batch. */
export const makeAddWarnings = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    { version, workspace }: { readonly [field in keyof Place]: string },
    warnings: ReadonlyArray<NewWarning>,
    slot: number,
    now: EpochMillis,
  ) {
    const stored = readWarningKeys(
      yield* sql`select distinct name, reason from profile_warnings
        where workspace = ${workspace} and version = ${version} and name <> ''`,
    )
    const bounded = boundWarnings(warnings, stored)
    yield* sql`insert into profile_warnings as w
        (workspace, version, name, reason, slot, ignored, last_at, distinct_id, example)
      select ${workspace}, ${version}, name, reason, ${slot}::int, ignored, ${instant(now)}, distinct_id, example
      from unnest(${texts(bounded.map(({ name }) => name))}::text[], ${texts(bounded.map(({ reason }) => reason))}::text[],
        ${ints(bounded.map(({ count }) => count))}::int[], ${texts(bounded.map(({ distinctId }) => distinctId))}::text[],
        ${texts(bounded.map(({ example }) => example))}::text[]) as u (name, reason, ignored, distinct_id, example)
      order by name collate "C", reason collate "C"
      on conflict (workspace, version, name, reason, slot) do update set ignored = w.ignored + excluded.ignored,
        last_at = excluded.last_at, distinct_id = excluded.distinct_id, example = excluded.example`
  })
