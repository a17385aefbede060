import { signOut, standing } from "../../data/session.ts"
import { useSignal } from "../../data/signal.ts"
import { exactly } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Title } from "../../parts/title.tsx"

const { frame, settings } = messages

/** The key that this browser is signed in with, and what it may do. */
const Settings = () => {
  const now = useSignal(standing)
  if (now.state !== "in") return undefined
  const { expires_at: expires, name, scope, time_zone: zone } = now.session
  return (
    <>
      <Title title={frame.settings} />
      <section>
        <h2>{settings.session}</h2>
        <dl class="facts">
          <div>
            <dt>{settings.key}</dt>
            <dd>{name}</dd>
          </div>
          <div>
            <dt>{settings.rights}</dt>
            <dd>{settings.scopes[scope]}</dd>
          </div>
          {expires === "" ? undefined : (
            <div>
              <dt>{settings.expires}</dt>
              <dd>{exactly(expires)}</dd>
            </div>
          )}
          <div>
            <dt>{settings.timeZone}</dt>
            <dd>{zone}</dd>
          </div>
        </dl>
        <p>
          <button type="button" class="button" onClick={() => void signOut()}>
            {frame.signOut}
          </button>
        </p>
      </section>
    </>
  )
}

export default Settings
