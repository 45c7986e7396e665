import { describeBroker } from './broker-conformance';
import { startMemoryBrokerHarness } from '@medley/testing/broker';
import { describeDeliveries } from './delivery-conformance';
import { describeSignals } from './signal-conformance';

describeBroker('the broker inside the process', startMemoryBrokerHarness);
describeSignals('signals inside the process', startMemoryBrokerHarness);
describeDeliveries('deliveries of the in-memory broker', startMemoryBrokerHarness);
