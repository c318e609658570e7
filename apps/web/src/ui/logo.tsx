/** The wordmark: the name drawn with one pen, and the dimension that measures it. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 172 36" width="172" height="36" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="3.2" strokeLinejoin="round">
        <path d="M17.2 7.3a9.2 9.2 0 1 0 0 11.4" />
        <circle cx="34.6" cy="13" r="9.2" />
        <path d="M48 5.2h17M56.5 5.2v17.2" />
        <path d="M67.6 22.4l8.2-18h.4l8.2 18M71 16.6h10" />
        <path d="M86.8 5.2h17M95.3 5.2v17.2" />
        <path d="M110.4 3.6v18.8" />
        <circle cx="127.2" cy="13" r="9.2" />
        <path d="M144.6 22.4V4.6h.2l13.6 16.8h.2V3.6" />
      </g>
      <g stroke="var(--accent)" strokeWidth="1.2">
        <path d="M.8 31h159M.8 27v8M159.8 27v8" />
        <path d="M6.6 28.6L.8 31l5.8 2.4M154 28.6l5.8 2.4-5.8 2.4" fill="var(--accent)" />
      </g>
    </svg>
  )
}
