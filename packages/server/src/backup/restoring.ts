import { searchedText } from "@daybook/reading"
import { Html } from "@daybook/sources"
import type { Everything } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import type { ServedDomain } from "../serving/servedDomain.ts"

/** An article's words come from its text, as when it was stored. */
const textOf = (html: string): string => Html.plainText(html, searchedText)

/** How a restore creates the tables of these domains next to ours, and counts what follows from rows. */
export const restoring = (domains: ReadonlyArray<ServedDomain>) => {
  const tables = domains.flatMap(({ storage }) => storage?.tables ?? [])
  const forms: Readonly<Record<string, Everything.TableForm>> = Object.fromEntries(
    tables.flatMap(({ forms = {} }) => Object.entries(forms)),
  )
  return {
    sqlite: { textOf, forms, others: Effect.forEach(tables, ({ sqlite }) => sqlite, { discard: true }) },
    postgres: { textOf, others: Effect.forEach(tables, ({ postgres }) => postgres, { discard: true }) },
  }
}
