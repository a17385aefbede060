import "./settings.css"
import { messages } from "../../messages.ts"
import { Icon } from "../../parts/icon.tsx"
import { Title } from "../../parts/title.tsx"
import { Look } from "./appearance.tsx"
import { ForAdmins, PageList, plainNames } from "./page.tsx"
import { SourceOverview } from "./sources/sourceOverview.tsx"

const { frame, home, settings } = messages

/** The seven pages of settings, beside what is most often looked for in them: the services, and how the page looks. */
const Settings = () => (
  <div class="settings">
    <Title title={frame.settings}>
      <a class="button" href="settings/setup">
        {settings.setUp}
      </a>
    </Title>
    <div class="settings-page">
      <nav aria-label={settings.nav}>
        <PageList names={plainNames} />
      </nav>
      <div>
        <ForAdmins>
          <section>
            <header class="section">
              <h2>{settings.names.sources}</h2>
              <a class="button button-main" href="settings/sources">
                <Icon name="add" />
                {home.ways.accounts[0]}
              </a>
            </header>
            <SourceOverview />
          </section>
          <section>
            <h2>{settings.names.appearance}</h2>
            <Look />
          </section>
        </ForAdmins>
      </div>
    </div>
  </div>
)

export default Settings
