/** Where the STL readers put triangles as they come; the mesh builder is one. File units, anticlockwise seen from outside. */
export interface TriangleSink {
  /**
   * Takes `records` consecutive 50-byte binary STL records starting at `firstByte`. The bytes may be overwritten after the
   * call. The sink looks at every coordinate anyway, so it is the one that refuses values that are not finite.
   */
  addRecords(bytes: Uint8Array, firstByte: number, records: number): void
  /** Takes one triangle of finite coordinates, each already rounded to 32 bits. */
  addTriangle(
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    cx: number,
    cy: number,
    cz: number,
  ): void
}
