import type { ComponentChildren } from "preact"
import type { Answer } from "../data/responses.ts"
import { standing } from "../data/session.ts"
import { useSignal } from "../data/signal.ts"
import { useRead } from "../data/useRead.ts"
import { messages } from "../messages.ts"

const { setUp, states } = messages

/** Says how to fill an empty domain, with a link for anyone who may. */
export const NothingYet = () => {
  const now = useSignal(standing)
  return (
    <div class="empty">
      <h2>{states.empty}</h2>
      <p class="quiet">{states.emptyHint}</p>
      {now.state === "in" && now.session.scope === "admin" ? (
        <p class="actions">
          <a class="button button-main" href="settings/sources">
            {setUp.toSources}
          </a>
          <a class="button" href="settings/imports">
            {setUp.toImports}
          </a>
        </p>
      ) : (
        <p class="quiet">{setUp.needsAdmin}</p>
      )}
    </div>
  )
}

interface AnyOfProps {
  readonly domain: string
  /** A list that may have items where the domain has no entry: articles that were saved and not read. */
  readonly also?: string
  readonly children: ComponentChildren
}

/** The overview of a domain; before the first of its entries what brings some, and no charts of nothing. */
export const DomainOverview = ({ also, children, domain }: AnyOfProps) => {
  const { data } = useRead<Answer<"listening", "trends">>(`/v1/${domain}/trends?by=year`)
  const isWithoutEntries = data?.total === 0
  const list = useRead<Answer<"reading", "articles">>(isWithoutEntries ? also : undefined)
  const isEmpty = isWithoutEntries && (also === undefined || list.data?.pagination.total === 0)
  return isEmpty ? <NothingYet /> : <>{children}</>
}
