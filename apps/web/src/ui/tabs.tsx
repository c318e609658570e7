import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import classes from './tabs.module.css'

interface TabsProps<Value extends string> {
  /** Names the row of tabs. */
  label: string
  tabs: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** At the right of the tabs. */
  aside?: ReactNode
  /** What the open tab shows. */
  children: ReactNode
}

/** Arrow keys, Home and End open the neighbouring, first and last tab. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, aside, children }: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const open = tabs.findIndex((tab) => tab.value === value)

  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowLeft: (open + tabs.length - 1) % tabs.length,
      ArrowRight: (open + 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = targets[event.key]
    const tab = target === undefined ? undefined : tabs[target]
    if (target === undefined || !tab) return

    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus()
    onChange(tab.value)
  }

  return (
    <div>
      <div className={classes.bar}>
        <div ref={list} className={classes.list} role="tablist" aria-label={label}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              className={classes.tab}
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={onKeyDown}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div className={classes.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}
