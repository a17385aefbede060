import { ServiceState, ServiceStates } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Sql } from "../sql.ts"
import { described } from "../table.ts"

const states = described("service_states", ServiceState)

/** How calls of services went. */
export const serviceStates = ({ instant, read, sql, tableOf, transaction }: Sql) => {
  const table = tableOf(states)
  return ServiceStates.of({
    succeeded: Effect.fn("ServiceStates.succeeded")(function* (service: string) {
      const now = instant(yield* Clock.currentTimeMillis)
      yield* sql`insert into service_states (service, succeeded_at) values (${service}, ${now})
        on conflict (service) do update set succeeded_at = excluded.succeeded_at`
    }, transaction),
    failed: Effect.fn("ServiceStates.failed")(function* (service: string, trouble: string) {
      const now = instant(yield* Clock.currentTimeMillis)
      yield* sql`insert into service_states (service, failed_at, trouble) values (${service}, ${now}, ${trouble})
        on conflict (service) do update set failed_at = excluded.failed_at, trouble = excluded.trouble`
    }, transaction),
    list: Effect.map(sql`select ${table.columns} from service_states`, (rows) =>
      table.read(rows).toSorted((one, other) => (one.service < other.service ? -1 : 1)),
    ).pipe(Effect.withSpan("ServiceStates.list"), read),
  })
}
