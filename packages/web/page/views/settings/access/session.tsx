import { signOut, standing } from "../../../data/session.ts"
import { useSignal } from "../../../data/signal.ts"
import { exactly } from "../../../format.ts"
import { messages } from "../../../messages.ts"
import { Facts } from "../../../parts/facts.tsx"
import { SettingsPage } from "../page.tsx"

const { frame, settings } = messages

/** The key that this browser is signed in with, and its rights. */
const Session = () => {
  const now = useSignal(standing)
  if (now.state !== "in") return undefined
  const { expires_at: expires, name, scope, time_zone: zone } = now.session
  return (
    <SettingsPage name="session" open>
      <Facts
        facts={[
          [settings.key, name],
          [settings.rights, settings.scopes[scope]],
          [settings.expires, expires === "" ? "" : exactly(expires)],
          [settings.timeZone, zone],
        ]}
      />
      <p>
        <button type="button" class="button" onClick={() => void signOut()}>
          {frame.signOut}
        </button>
      </p>
    </SettingsPage>
  )
}

export default Session
