export interface Metadata {
  key: string;
  value: string;
}
