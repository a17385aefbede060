import { messages } from "../../messages.ts"
import { PageList, partsOf, SettingsPage } from "./page.tsx"

/** For experts: keys, webhooks, rules and maintenance. */
const Advanced = () => (
  <SettingsPage name="advanced" open>
    <PageList names={partsOf("advanced")} />
    <p class="actions">
      <a class="button" href="docs" target="_blank" rel="noopener">
        {messages.preferences.api}
      </a>
    </p>
  </SettingsPage>
)

export default Advanced
