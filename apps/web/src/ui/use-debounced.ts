import { useEffect, useRef, useState } from 'react'

/** The value, once it has not changed for `delayMs`. */
export function useDebouncedValue<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])

  return settled
}

/** Calls `run` once, with the last argument, after `delayMs` without a further call. */
export function useDebouncedCallback<Argument>(run: (argument: Argument) => void, delayMs: number) {
  const latest = useRef(run)
  latest.current = run
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  return (argument: Argument) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(argument), delayMs)
  }
}
