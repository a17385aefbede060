import { usePlace, withQuery } from "../router.tsx"

interface ChoicesProps {
  /** For screen readers: what is chosen. */
  readonly label: string
  /** The name in the address. */
  readonly name: string
  /** The value that stands for no name in the address comes first. */
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string; readonly hue?: string }>
}

/** A choice that is part of the address, so that it can be shared and gone back from. */
export const Choices = ({ label, name, options }: ChoicesProps) => {
  const address = usePlace()
  const chosen = new URLSearchParams(address.split("?")[1]).get(name) ?? options[0]?.value
  return (
    <ul class="choices" aria-label={label}>
      {options.map((option, at) => (
        <li key={option.value}>
          <a
            href={withQuery(address, { [name]: at === 0 ? "" : option.value }).slice(1) || "./"}
            class={option.hue === undefined ? "" : `hue-${option.hue}`}
            {...(option.value === chosen ? { "aria-current": "true" as const } : {})}
          >
            {option.label}
          </a>
        </li>
      ))}
    </ul>
  )
}
