import { locale } from "../../format.ts"
import { languages } from "../../locale.ts"
import { messages } from "../../messages.ts"
import { SettingsPage } from "./page.tsx"
import { Segments, Select, StoredSettings, TextSetting } from "./stored.tsx"

const { preferences: texts } = messages

/** The page's languages, each under its own name; a region writes numbers and dates in its own way. */
const choices = [...languages, "en-US", "en-GB", "pt-BR"].toSorted()

const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag

/** The choices of language, with the chosen one among them. */
export const languageChoices = (chosen: string): ReadonlyArray<readonly [string, string]> => [
  ["auto", `${texts.asBrowser} (${nameOf(locale)})`],
  ...[...new Set([...choices, ...(chosen === "auto" ? [] : [chosen])])].map(
    (tag) => [tag, nameOf(tag)] as const,
  ),
]

/** How the page looks and counts. */
export const Look = () => (
  <StoredSettings>
    {(one) => {
      const [look, units, week, language] = [
        "PAGE_THEME",
        "PAGE_UNITS",
        "WEEK_BEGINS_ON",
        "PAGE_LANGUAGE",
      ].map(one)
      return (
        <div class="card setting-list">
          {look && <Segments label={texts.look} one={look} values={texts.looks} />}
          {units && <Segments label={texts.distance} one={units} values={texts.units} />}
          {week && <Segments label={texts.week} one={week} values={texts.weeks} />}
          {language && (
            <Select label={texts.writtenIn} one={language} values={languageChoices(language.value)} />
          )}
        </div>
      )
    }}
  </StoredSettings>
)

/** How the page looks and counts, and whose map it shows. */
const Appearance = () => (
  <SettingsPage name="appearance">
    <Look />
    <section>
      <h2>{texts.map}</h2>
      <StoredSettings>
        {(one) => {
          const [tiles, credit] = ["TILES_URL", "TILES_CREDIT"].map(one)
          return (
            <div class="card setting-list">
              {tiles && <TextSetting label={texts.tiles} one={tiles} hint={texts.tilesHint} />}
              {credit && <TextSetting label={texts.tilesCredit} one={credit} />}
            </div>
          )
        }}
      </StoredSettings>
    </section>
  </SettingsPage>
)

export default Appearance
