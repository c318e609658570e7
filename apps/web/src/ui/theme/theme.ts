import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

/** Vermilion. Shade 8 has enough contrast for white text, shade 4 for dark text. */
const accent: MantineColorsTuple = [
  '#fff2ec',
  '#ffe1d4',
  '#ffc3a9',
  '#ffa680',
  '#ff8f61',
  '#f9703b',
  '#e2571f',
  '#c84710',
  '#b23a08',
  '#8c2d06',
]

/** Blue-black instead of grey, like a blueprint. */
const dark: MantineColorsTuple = [
  '#eaf0f6',
  '#c5d0db',
  '#a7b4c2',
  '#7f8ea0',
  '#4a5b6e',
  '#2d3d4f',
  '#1d2b3b',
  '#142131',
  '#0e1824',
  '#080f18',
]

const display = "'Archivo Variable', 'Archivo Fallback', sans-serif"

/**
 * Mantine computes contrast for the light scheme only: in the dark one accent and red need dark
 * text.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const colour = input.color || input.theme.primaryColor
  const isSwapped = colour === input.theme.primaryColor || colour === 'red'
  return input.variant === 'filled' && isSwapped ? { ...colors, color: 'var(--on-accent)' } : colors
}

export const theme = createTheme({
  variantColorResolver,
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  colors: { accent, dark },
  black: '#14202e',
  fontFamily: "'Inter Variable', 'Inter Fallback', sans-serif",
  headings: { fontFamily: display, fontWeight: '650', textWrap: 'balance' },
  defaultRadius: 'xs',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
})

/** Mantine's surfaces use the tokens of `tokens.css`. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-default': 'var(--paper-raised)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-error': 'var(--danger)',
    '--input-bd': 'var(--line-strong)',
  },
  light: {},
  dark: {},
})
