import type { ReactNode } from 'react'

/** The few icons of the first page, drawn here: one line weight, no library in the first load. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const CloseIcon = () => (
  <Icon>
    <path d="M4.5 4.5l11 11M15.5 4.5l-11 11" />
  </Icon>
)

export const MenuIcon = () => (
  <Icon>
    <path d="M2.5 5.5h15M2.5 10h15M2.5 14.5h15" />
  </Icon>
)

export const SunIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="3.4" />
    <path d="M10 1.8v2.4M10 15.8v2.4M1.8 10h2.4M15.8 10h2.4M4.2 4.2l1.7 1.7M14.1 14.1l1.7 1.7M15.8 4.2l-1.7 1.7M5.9 14.1l-1.7 1.7" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon>
    <path d="M16.6 12.3A7 7 0 0 1 7.7 3.4a7 7 0 1 0 8.9 8.9z" />
  </Icon>
)

export const ScreenIcon = () => (
  <Icon>
    <path d="M2.5 4h15v9.5h-15zM7 16.8h6M10 13.5v3.3" />
  </Icon>
)

export const ChevronIcon = () => (
  <Icon>
    <path d="M5.5 7.8l4.5 4.5 4.5-4.5" />
  </Icon>
)

export const UserIcon = () => (
  <Icon>
    <circle cx="10" cy="6.6" r="3.4" />
    <path d="M3.4 17.2c.6-3.4 3.3-5.2 6.6-5.2s6 1.8 6.6 5.2" />
  </Icon>
)

export const ArrowIcon = () => (
  <Icon>
    <path d="M3.5 10h13M11.5 5l5 5-5 5" />
  </Icon>
)
