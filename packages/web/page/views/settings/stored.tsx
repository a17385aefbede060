import type { ComponentChildren } from "preact"
import { useId, useState } from "preact/hooks"
import { changed, refresh } from "../../data/cache.ts"
import type { Answer } from "../../data/responses.ts"
import { send } from "../../data/send.ts"
import { findSession } from "../../data/session.ts"
import { useCommand } from "../../data/useCommand.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { CommandError } from "../../parts/notices/commandError.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { toast } from "../../parts/notices/toast.tsx"

const { preferences: texts } = messages

type Settings = Answer<"settings", "list">

/** A setting stored on the server. */
export type Stored = Settings["data"][number]

export const settingsPath = "/v1/admin/settings"

/** Stores a setting, and shows what follows from it; "" forgets it. */
const store = async (name: string, value: string) => {
  const sent = await send<Settings>("PATCH", settingsPath, { [name]: value === "" ? null : value })
  if (sent.failure === undefined) {
    changed()
    refresh()
    // The page looks and counts as its session says.
    await findSession()
  }
  return sent
}

/** Shows the settings by name, once they are there. */
export const StoredSettings = ({
  children,
}: {
  readonly children: (
    one: (name: string) => Stored | undefined,
    all: ReadonlyArray<Stored>,
  ) => ComponentChildren
}) => {
  const read = useRead<Settings>(settingsPath)
  return (
    <Shown path={settingsPath} read={read}>
      {({ data }) => children((name) => data.find((one) => one.name === name), data)}
    </Shown>
  )
}

/** Stores settings, with a way back. */
export const useStore = ({ name, secret, source, value: before }: Stored) => {
  const { failure, run, working } = useCommand()
  const change = async (value: string) => {
    const sent = await run(() => store(name, value))
    if (sent === undefined || sent.failure !== undefined) return false
    // A secret that was replaced is known to no one.
    const undo = secret ? undefined : () => store(name, source === "default" ? "" : before)
    toast(texts.saved, undo)
    return true
  }
  return { change, failure, working }
}

const Fixed = ({ one: { name, source } }: { readonly one: Stored }) =>
  source === "environment" ? <p class="quiet small">{texts.fixed(name)}</p> : undefined

/** A setting with few values: each is one press. */
export const Segments = ({
  label,
  one,
  values,
}: {
  readonly label: string
  readonly one: Stored
  readonly values: Readonly<Record<string, string>>
}) => {
  const id = useId()
  const { change, failure, working } = useStore(one)
  return (
    <div class="setting" role="group" aria-labelledby={id}>
      <span class="setting-name" id={id}>
        {label}
      </span>
      <div class="switches">
        {Object.entries(values).map(([value, said]) => (
          <button
            key={value}
            type="button"
            aria-pressed={one.value === value}
            disabled={working || one.source === "environment"}
            onClick={() => one.value !== value && void change(value)}
          >
            {said}
          </button>
        ))}
      </div>
      <Fixed one={one} />
      <CommandError failure={failure} />
    </div>
  )
}

/** A setting that is chosen from many values. */
export const Select = ({
  children,
  label,
  one,
  values,
}: {
  readonly label: string
  readonly one: Stored
  readonly values: ReadonlyArray<readonly [value: string, said: string]>
  readonly children?: ComponentChildren
}) => {
  const id = useId()
  const { change, failure, working } = useStore(one)
  return (
    <div class="setting">
      <label class="setting-name" for={id}>
        {label}
      </label>
      <select
        id={id}
        // Names of places and languages are the same in every translation.
        translate={false}
        value={one.value}
        disabled={working || one.source === "environment"}
        onChange={({ currentTarget: { value } }) => void change(value)}
      >
        {values.map(([value, said]) => (
          <option key={value} value={value}>
            {said}
          </option>
        ))}
      </select>
      {children}
      <Fixed one={one} />
      <CommandError failure={failure} />
    </div>
  )
}

/** A setting that is typed. A secret is never shown, only replaced or forgotten. */
export const TextSetting = ({
  hint,
  label,
  one,
}: {
  readonly label: string
  readonly one: Stored
  readonly hint?: string
}) => {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const { change, failure, working } = useStore(one)
  const shown = typed ?? (one.secret ? "" : one.value)
  const put = async (value: string) => {
    if (await change(value)) setTyped(undefined)
  }
  return (
    <form
      class="form setting-text"
      onSubmit={(event) => {
        event.preventDefault()
        void put(shown.trim())
      }}
    >
      <label for={id}>{label}</label>
      <div class="setting-field">
        <input
          id={id}
          {...(one.secret ? { type: "password" as const } : { type: "text" as const })}
          value={shown}
          placeholder={one.secret && one.value !== "" ? "••••••••" : ""}
          disabled={one.source === "environment"}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          onInput={({ currentTarget: { value } }) => setTyped(value)}
        />
        {one.source === "environment" ? undefined : (
          <button
            type="submit"
            class="button"
            disabled={working || typed === undefined || (one.secret && shown.trim() === "")}
          >
            {texts.save}
          </button>
        )}
        {one.secret && one.source === "stored" ? (
          <button type="button" class="button" disabled={working} onClick={() => void put("")}>
            {texts.forget}
          </button>
        ) : undefined}
      </div>
      <div id={`${id}-hint`} class="quiet small">
        {one.secret && one.source === "stored" ? <p>{texts.isSet}</p> : undefined}
        {hint === undefined ? undefined : <p>{hint}</p>}
      </div>
      <Fixed one={one} />
      <CommandError failure={failure} />
    </form>
  )
}
