/** Item after rectification. */
export interface RectifiedItem {
  readonly itemId: string
  readonly action: 'kept' | 'down_weighted' | 'set_aside'
  /** Factor of λ: 1 for a kept item, 0 for one set aside. */
  readonly weight: number
  readonly reason: string
}
