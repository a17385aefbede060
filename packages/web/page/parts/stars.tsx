import "./stars.css"
import { messages } from "../messages.ts"

/** The part of five stars that a rating fills, for a style: drawn there, for signs in the text are read by machines as words. */
const part = (value: number) => ({ "--part": `${(100 * value) / 5}%` })

/** A rating of up to five stars; nothing if unrated. */
export const Stars = ({ value }: { readonly value: number }) =>
  value === 0 ? undefined : (
    <span
      class="stars"
      role="img"
      aria-label={messages.stars(value)}
      title={messages.stars(value)}
      style={part(value)}
    />
  )

/** A rating by halves: the arrow keys, or a press on a half of a star, change it; 0 means none. */
export const StarInput = ({
  label,
  none,
  onChange,
  value,
}: {
  readonly label: string
  /** What 0 is called. */
  readonly none: string
  readonly value: number
  readonly onChange: (value: number) => void
}) => (
  <label class="star-input">
    <span class="small">
      <b>{label}</b> <span class="quiet">{value === 0 ? none : messages.stars(value)}</span>
    </span>
    <span class="star-field">
      <span class="stars" style={part(value)} />
      <input
        type="range"
        min={0}
        max={5}
        step={0.5}
        value={value}
        aria-valuetext={value === 0 ? none : messages.stars(value)}
        onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </span>
  </label>
)
