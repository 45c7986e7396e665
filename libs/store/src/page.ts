/** A page of a listing and the total number of items. */
export interface Page<T> {
  items: T[];
  total: number;
}
