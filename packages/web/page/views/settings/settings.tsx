import "./settings.css"
import { messages } from "../../messages.ts"
import { Title } from "../../parts/title.tsx"
import { settingsNames } from "./page.tsx"

const { frame, settings } = messages

/** The pages of settings, each with its topic. */
const Settings = () => (
  <div class="settings">
    <Title title={frame.settings}>
      <a class="button" href="settings/setup">
        {settings.setUp}
      </a>
    </Title>
    <ul class="settings-list">
      {settingsNames.map((name) => (
        <li key={name}>
          <a href={`settings/${name}`}>
            <span class="entry-title" dir="auto">
              {settings.names[name]}
            </span>
            <span class="quiet">{settings.leads[name]}</span>
          </a>
        </li>
      ))}
    </ul>
  </div>
)

export default Settings
