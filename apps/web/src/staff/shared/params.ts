import { createContext, useContext } from 'react'

/** The parameters of the address of the shown screen: `orderId` of `orders/$orderId`. */
export const StaffParams = createContext<Readonly<Record<string, string>>>({})

/** A parameter that the screen's path declares. */
export function useStaffParam(name: string): string {
  const value = useContext(StaffParams)[name]
  if (value === undefined) throw new Error(`the address of this screen has no ${name}`)
  return value
}
