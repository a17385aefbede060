import { useMayChange } from "../../data/session.ts"
import { messages } from "../../messages.ts"

const { setUp, states } = messages

/** The way to the services that fill a list. */
export const ToSources = () => <a href="settings/sources">{setUp.toSources}</a>

/** Says how to fill an empty domain, with a link for anyone who may. */
export const NothingYet = () => {
  const isAdmin = useMayChange()
  return (
    <div class="empty">
      <h2>{states.empty}</h2>
      <p class="quiet">{states.emptyHint}</p>
      {isAdmin ? (
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
