import { useRef, useState } from 'react'
import { staffDrafts } from '#lib/form-drafts.ts'
import { useMember } from '#lib/gateway/member.ts'

interface Draft<Typed> {
  typed: Typed
  change: (part: Partial<Typed>) => void
  /** Once it is sent. */
  clear: () => void
}

/** What an entry of the storage must be to replace a value of the form. */
const fits = (stored: unknown, value: unknown): boolean =>
  value === null ||
  (stored !== null && typeof stored === typeof value && Array.isArray(stored) === Array.isArray(value))

/**
 * What a member typed into a form and has not sent: it survives "back" and a reload, until the member
 * logs out. `name` says what the form is about; a component that shows another one needs another key.
 */
export function useDraft<Typed extends object>(name: string, empty: () => Typed): Draft<Typed> {
  const { id } = useMember()
  const [typed, setTyped] = useState(() => restored(staffDrafts.find(id, name), empty()))
  // Two changes of one event both count.
  const latest = useRef(typed)

  const show = (next: Typed) => {
    latest.current = next
    setTyped(next)
  }

  return {
    typed,
    change(part) {
      const next = { ...latest.current, ...part }
      show(next)
      staffDrafts.save(id, name, next)
    },
    clear() {
      show(empty())
      staffDrafts.remove(id, name)
    },
  }
}

/** Fields that an earlier version of the form stored in another way start empty. */
function restored<Typed extends object>(stored: unknown, empty: Typed): Typed {
  if (typeof stored !== 'object' || stored === null) return empty

  const values = new Map(Object.entries(stored))
  const fitting = Object.entries(empty).filter(([name, value]) => values.has(name) && fits(values.get(name), value))
  return { ...empty, ...Object.fromEntries(fitting.map(([name]) => [name, values.get(name)])) }
}
