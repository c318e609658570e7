import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

export type SchemeChoice = 'light' | 'dark' | 'auto'

/** The visitor's choice; `auto` follows the device. */
export function useSchemeChoice(): { choice: SchemeChoice; choose: (choice: SchemeChoice) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return { choice: colorScheme, choose: setColorScheme }
}

/** The scheme in use, for code that cannot read the style sheet's colours. */
export const useColorScheme = (): 'light' | 'dark' => useComputedColorScheme('light')
