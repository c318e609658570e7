/** What a colour means; `tokens.css` gives each its `--tone` and `--tone-wash`. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warning' | 'danger'
