import { messages } from "../../../messages.ts"
import { SettingsPage } from "../page.tsx"
import { StoredSettings, TextSetting } from "../stored.tsx"

const { preferences } = messages
const { export: texts } = messages.settings

/** Takes everything stored, and says how it comes back. */
const Export = () => (
  <SettingsPage name="export">
    <section>
      <h2>{texts.all}</h2>
      <p>{texts.holds}</p>
      <p class="quiet">{texts.leaves}</p>
      <p class="actions">
        {/* An error is shown in the new tab; a file is saved from it. */}
        <a class="button button-main" href="v1/admin/export" target="_blank" rel="noopener">
          {texts.download}
        </a>
      </p>
      <p class="quiet small">{texts.waits}</p>
    </section>
    <section>
      <h2>{texts.backup}</h2>
      <StoredSettings>
        {(one) => {
          const folder = one("BACKUP_TO")
          return (
            folder && <TextSetting label={preferences.backupTo} one={folder} hint={preferences.backupHint} />
          )
        }}
      </StoredSettings>
      <p>{texts.backupOnce}</p>
      <pre tabIndex={0}>npm run daybook -- backup /backups</pre>
    </section>
    <section>
      <h2>{texts.restore}</h2>
      <p>{texts.restoreNeeds}</p>
      <pre tabIndex={0}>npm run daybook -- restore daybook.zip</pre>
      <p class="quiet">{texts.restoreLacks}</p>
    </section>
  </SettingsPage>
)

export default Export
