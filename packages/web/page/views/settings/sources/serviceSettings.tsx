import { messages } from "../../../messages.ts"
import type { Answer } from "../../../data/responses.ts"
import { useRead } from "../../../data/useRead.ts"
import { settingsPath, TextSetting } from "../stored.tsx"

const { preferences: texts } = messages

/** The credentials of a service: typed here, they are stored sealed and apply at once. */
export const ServiceSettings = ({ id, title }: { readonly id: string; readonly title: string }) => {
  const { data } = useRead<Answer<"settings", "list">>(settingsPath)
  const own = (data?.data ?? []).filter(({ group }) => group === id)
  if (own.length === 0) return undefined
  return (
    <details>
      <summary aria-label={`${texts.setUpService}: ${title}`}>{texts.setUpService}</summary>
      <div class="setting-list">
        {own.map((one) => (
          <TextSetting key={one.name} label={texts.field(one.name)} one={one} />
        ))}
        <p class="quiet small">{texts.serviceHint}</p>
      </div>
    </details>
  )
}
