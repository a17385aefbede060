import "./settings.css"
import { messages } from "../../messages.ts"
import { Title } from "../../parts/title.tsx"
import { PageList, plainNames } from "./page.tsx"

const { frame, settings } = messages

/** The seven pages of settings, each with its topic. */
const Settings = () => (
  <div class="settings">
    <Title title={frame.settings}>
      <a class="button" href="settings/setup">
        {settings.setUp}
      </a>
    </Title>
    <PageList names={plainNames} />
  </div>
)

export default Settings
