import { createContext, useContext } from 'react'

/** Whether there is a screen at a path below `/staff`. The app provides it, since it knows all screens. */
export const KnownScreens = createContext<(path: string) => boolean>(() => false)

export const useHasScreen = () => useContext(KnownScreens)
