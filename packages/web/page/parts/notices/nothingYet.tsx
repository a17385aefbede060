import { standing } from "../../data/session.ts"
import { useSignal } from "../../data/signal.ts"
import { messages } from "../../messages.ts"

const { setUp, states } = messages

/** The way to the services that fill a list. */
export const ToSources = () => <a href="settings/sources">{setUp.toSources}</a>

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
